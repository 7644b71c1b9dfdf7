<<<<<<<< HEAD:web/dist/assets/name-FVVRwggX.js
import{t as e}from"./words-BWGT2ghZ.js";function t(t){return t.trim()?/[^\P{C}]|[\u2028\u2029]/u.test(t.trim())?e.gamePage.badName:``:e.gamePage.noName}function n(){let{first:t,last:n}=e.gamePage.madeUp,r=e=>e[Math.floor(Math.random()*e.length)];return`${r(t)} ${r(n)}`}export{t as n,n as t};
========
import{t as e}from"./words-n7xJ5h8D.js";function t(t){return t.trim()?/[^\P{C}]|[\u2028\u2029]/u.test(t.trim())?e.gamePage.badName:``:e.gamePage.noName}function n(){let{first:t,last:n}=e.gamePage.madeUp,r=e=>e[Math.floor(Math.random()*e.length)];return`${r(t)} ${r(n)}`}export{t as n,n as t};
>>>>>>>> table:web/dist/assets/name-BCHmoWzB.js
