type Sink = (line: string) => void;
let file: Sink = () => undefined;

/** Also writes all later lines to `sink`. */
export const logTo = (sink: Sink): void => void (file = sink);

/** Writes one complete line to the file only. */
export const writeToLogFile = (line: string): void => file(line);

/** Writes one JSON line: names, codes and durations; never chat text, keys, tokens or headers. */
export function log(event: string, fields: Readonly<Record<string, string | number | boolean>> = {}): void {
  const line = JSON.stringify({ at: new Date().toISOString(), event, ...fields });
  process.stderr.write(`${line}\n`);
  file(line);
}
