/** A structured log line: an event, and fields without text, keys or headers. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;

/** Writes one JSON object a line. */
export const createLog =
  (write: (line: string) => void): Log =>
  (event, fields = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);

/** Says nothing: for tests, and for quiet starts. */
export const silentLog: Log = () => {};
