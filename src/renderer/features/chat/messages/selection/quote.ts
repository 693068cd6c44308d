export function withQuote(draft: string, quote: string): string {
  const quoted = quote.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
  return `${draft.trim() === '' ? '' : `${draft.trimEnd()}\n\n`}${quoted}\n\n`;
}
