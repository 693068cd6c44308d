/** Writes one JSON line to stderr: names, codes and durations; never chat text, keys, tokens or headers. */
export function log(event: string, fields: Readonly<Record<string, string | number | boolean>> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
}
