/** What the page finds in its own document, each under the name of a meta element. */
export interface PageFacts {
  readonly uiState: Readonly<Record<string, string>>;
  /** Identity of the service in use: the page keeps the sessions of different services apart by it. */
  readonly service: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign)}">`;

/**
 * Writes into the document what the page must have before its first paint: asking over IPC would show the sidebar open
 * and then close it. It travels as data in attributes, because inline scripts are not allowed.
 */
export function withFacts(html: string, { uiState, service }: PageFacts): string {
  const facts = meta('clover-ui-state', JSON.stringify(uiState)) + meta('clover-service', service);
  // A function as replacement: `$&` in the state would otherwise be read as a pattern.
  return html.replace('</head>', () => `${facts}</head>`);
}
