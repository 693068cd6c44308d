import { createInterface } from 'node:readline';
import { writeLogLine } from '../log.ts';

/** Longer lines are not the service's own. */
const longest = 2_000;

/** A line of the service's log: JSON with an event. Its fields have no texts of users [src/service/log.ts]. */
function isLogLine(line: string): boolean {
  if (line.length > longest || !line.startsWith('{')) return false;
  try {
    return typeof (JSON.parse(line) as { event?: unknown }).event === 'string';
  } catch {
    return false;
  }
}

/** Adds the service's log to main's. Traces of errors go to stderr only, because they may quote what was being stored. */
export function followServiceLines(stream: NodeJS.ReadableStream | null): void {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (line) => {
    if (isLogLine(line)) writeLogLine(line);
    else process.stderr.write(`${line}\n`);
  });
}
