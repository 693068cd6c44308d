/** The name under which the page finds the interface state in its own document. */
const stateMeta = 'clover-ui-state';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/**
 * Writes the interface state into the document, so that the page has it before its first paint: asking over IPC would
 * show the sidebar open and then close it. It travels as data in an attribute, because inline scripts are not allowed.
 */
export function withUiState(html: string, state: Readonly<Record<string, string>>): string {
  const content = JSON.stringify(state).replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign);
  // A function as replacement: `$&` in the state would otherwise be read as a pattern.
  return html.replace('</head>', () => `<meta name="${stateMeta}" content="${content}"></head>`);
}
