import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The maximum size of a file in bytes, and the number of full files to keep besides the current one. */
export const logLimits = { bytes: 512 * 1024, kept: 3 } as const;

/** Returns the path of a log file. Age 0 is the current file, `logLimits.kept` the oldest one. */
export const logFile = (folder: string, age: number): string =>
  join(folder, age === 0 ? 'main.log' : `main.${age}.log`);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Opens the log of the main process and the service: `main.log`, then `main.1.log` and so on. The oldest file is
 * deleted. Writes each line immediately, so that the log is complete after a crash. If the disk is full, lines are
 * dropped.
 */
export function openLogFile(folder: string): (line: string) => void {
  const path = (age: number): string => logFile(folder, age);
  let size: number | undefined;
  const rotate = (): void => {
    rmSync(path(logLimits.kept), { force: true });
    for (let age = logLimits.kept - 1; age >= 0; age -= 1)
      if (statSync(path(age), { throwIfNoEntry: false })) renameSync(path(age), path(age + 1));
    size = 0;
  };
  return (line) => {
    const text = `${line}\n`;
    try {
      if (size === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
      size ??= sizeOf(path(0));
      if (size > 0 && size + text.length > logLimits.bytes) rotate();
      appendFileSync(path(0), text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      // This error cannot be reported anywhere. If the folder was deleted, the next line creates it again.
      size = undefined;
    }
  };
}
