import { readFileSync, readdirSync } from 'node:fs';
import { arch, release } from 'node:os';
import { join } from 'node:path';
import { brand } from '../../shared/brand.ts';

/** How many of the newest log lines a report contains, and how many characters of each. */
export const reportedLines = 400;
const lineCharacters = 500;

/** The newest log files first. */
const logFiles = ['main.log', 'main.1.log', 'main.2.log', 'main.3.log'];

const linesOf = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

function newestLines(folder: string): readonly string[] {
  let lines: string[] = [];
  for (const name of logFiles) {
    if (lines.length >= reportedLines) break;
    lines = [...linesOf(join(folder, name)), ...lines];
  }
  return lines.slice(-reportedLines).map((line) => line.slice(0, lineCharacters));
}

function countDumps(folder: string): number {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.dmp')).length;
  } catch {
    return 0;
  }
}

interface Reported {
  readonly appVersion: string;
  readonly language: string;
  readonly logs: string;
  readonly crashDumps: string;
}

/**
 * What the app records about itself, as text for a bug report: versions, the system and the end of the log, which
 * contains no texts, keys or URLs. Crash dumps are only counted, because they contain memory.
 */
export function readProblemReport({ appVersion, language, logs, crashDumps }: Reported): string {
  const { electron, chrome, node } = process.versions;
  return [
    `${brand} ${appVersion}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `System: ${process.platform} ${release()} ${arch()}, language ${language}`,
    `Crash dumps on this computer, not part of this report: ${countDumps(crashDumps)}`,
    '',
    ...newestLines(logs),
    '',
  ].join('\n');
}
