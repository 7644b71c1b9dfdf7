<<<<<<<< HEAD:web/dist/assets/name-yHCCUFFc.js
import{t as e}from"./words-DZU1QMoD.js";function t(t){return t.trim()?/[^\P{C}]|[\u2028\u2029]/u.test(t.trim())?e.gamePage.badName:``:e.gamePage.noName}function n(){let{first:t,last:n}=e.gamePage.madeUp,r=e=>e[Math.floor(Math.random()*e.length)];return`${r(t)} ${r(n)}`}export{t as n,n as t};
========
import{t as e}from"./words-D4Kh5fZe.js";function t(t){return t.trim()?/[^\P{C}]|[\u2028\u2029]/u.test(t.trim())?e.gamePage.badName:``:e.gamePage.noName}function n(){let{first:t,last:n}=e.gamePage.madeUp,r=e=>e[Math.floor(Math.random()*e.length)];return`${r(t)} ${r(n)}`}export{t as n,n as t};
>>>>>>>> docsui:web/dist/assets/name-BVJlEq_a.js
