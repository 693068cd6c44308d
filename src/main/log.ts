type Sink = (line: string) => void;
let file: Sink = () => undefined;

/** Also writes to a file from now on. */
export const logTo = (sink: Sink): void => void (file = sink);

/** Writes one line, which is complete and names neither texts nor keys. */
export function writeLogLine(line: string): void {
  process.stderr.write(`${line}\n`);
  file(line);
}

/** Writes one JSON line: names, codes and durations; never chat text, keys, tokens or headers. */
export const log = (event: string, fields: Readonly<Record<string, string | number | boolean>> = {}): void =>
  writeLogLine(JSON.stringify({ at: new Date().toISOString(), event, ...fields }));
