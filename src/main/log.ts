/** One structured line on stderr: names, codes and durations. Never text of a chat, a key, a token or a header. */
export function log(event: string, fields: Readonly<Record<string, string | number | boolean>> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
}
