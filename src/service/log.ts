/** Writes a structured log line. Fields must not contain users' texts, keys or headers. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;

export const createLog =
  (write: (line: string) => void): Log =>
  (event, fields = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);

export const silentLog: Log = () => {};
