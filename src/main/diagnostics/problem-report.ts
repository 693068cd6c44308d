import { readFileSync } from 'node:fs';
import { arch, release } from 'node:os';
import { brand } from '../../shared/brand.ts';
import { dumpsIn } from './crash-dumps.ts';
import { logFile, logLimits } from './log-file.ts';

/** The maximum number of log lines in a report, and of characters per line. The newest lines are used. */
export const reportedLines = 400;
const lineCharacters = 500;

const linesOf = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

function newestLines(folder: string): readonly string[] {
  let lines: string[] = [];
  for (let age = 0; age <= logLimits.kept && lines.length < reportedLines; age += 1)
    lines = [...linesOf(logFile(folder, age)), ...lines];
  return lines.slice(-reportedLines).map((line) => line.slice(0, lineCharacters));
}

interface Reported {
  readonly appVersion: string;
  readonly language: string;
  readonly logs: string;
  readonly crashDumps: string;
}

/**
 * Returns the text of a bug report: versions, the system and the end of the log, which contains no texts, keys or URLs.
 * Crash dumps are only counted, because they contain memory.
 */
export function readProblemReport({ appVersion, language, logs, crashDumps }: Reported): string {
  const { electron, chrome, node } = process.versions;
  return [
    `${brand} ${appVersion}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `System: ${process.platform} ${release()} ${arch()}, language ${language}`,
    `Crash dumps on this computer, not part of this report: ${dumpsIn(crashDumps).length}`,
    '',
    ...newestLines(logs),
    '',
  ].join('\n');
}
