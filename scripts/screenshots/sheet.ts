/** Builds a page with all screenshots: one row per color scheme, one column per width. */
export function contactSheet(
  names: readonly string[],
  filesOf: (name: string) => readonly (readonly string[])[],
): string {
  const picture = (file: string) =>
    `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}" /></a>`;
  const rows = (name: string) => filesOf(name).map((files) => `<div>${files.map(picture).join('')}</div>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Screens</title>
<style>
  body { margin: 2rem; background: #999; font: 14px system-ui; }
  nav { columns: 5; }
  h2 { margin: 2rem 0 0.5rem; }
  div { display: grid; grid-template-columns: 6fr 4fr 3fr; gap: 1rem; align-items: start; margin-bottom: 1rem; }
  img { display: block; width: 100%; }
</style>
<h1>${names.length} screens</h1>
<nav>${names.map((name) => `<a href="#${name}">${name}</a><br />`).join('')}</nav>
${names.map((name) => `<section id="${name}"><h2>${name}</h2>${rows(name).join('')}</section>`).join('\n')}
</html>
`;
}
