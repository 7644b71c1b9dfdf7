/** adopt adds styles to the page. The content security policy does not allow style elements. */
export function adopt(style: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
