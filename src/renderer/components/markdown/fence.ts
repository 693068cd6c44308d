/** A code block at the document's end whose closing line has not come yet. */
export interface OpenFence {
  readonly language: string;
  /** Where its text begins in the source. */
  readonly contentStart: number;
  readonly marker: '`' | '~';
  readonly length: number;
  /** Lines before this offset are known not to close it. */
  scannedTo: number;
}

const opening = /^(`{3,}|~{3,})(.*)$/;

/** Reads the opening line at `start`; null where no unindented fence opens, or its line is still on its way. */
export function openFence(source: string, start: number): OpenFence | null {
  const lineEnd = source.indexOf('\n', start);
  const match = lineEnd === -1 ? null : opening.exec(source.slice(start, lineEnd));
  const markup = match?.[1];
  if (!match || !markup) return null;
  const contentStart = lineEnd + 1;
  return {
    language: fenceLanguage(match[2] ?? ''),
    contentStart,
    marker: markup.startsWith('`') ? '`' : '~',
    length: markup.length,
    scannedTo: contentStart,
  };
}

/** The language named after the opening marks: the first word, as far as it is one. */
export function fenceLanguage(info: string): string {
  return /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? '';
}

/** True when the line ends the fence: only its own marks, at least as many, at most three spaces in. */
export function isClosingLine(line: string, fence: Pick<OpenFence, 'marker' | 'length'>): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line);
  const marks = match?.[1];
  return marks !== undefined && marks.startsWith(fence.marker) && marks.length >= fence.length;
}

/**
 * Looks for the closing line in what has arrived since the last look, so that a long block costs its length once.
 *
 * @param complete nothing more will come: a last line without a line break counts too
 * @returns where the text ends and the rest begins, or null while it is open
 */
export function findFenceEnd(
  source: string,
  fence: OpenFence,
  complete: boolean,
): { textEnd: number; after: number } | null {
  let lineStart = fence.scannedTo;
  for (;;) {
    const lineEnd = source.indexOf('\n', lineStart);
    if (lineEnd === -1) break;
    if (isClosingLine(source.slice(lineStart, lineEnd), fence))
      return { textEnd: lineStart, after: lineEnd + 1 };
    lineStart = lineEnd + 1;
  }
  fence.scannedTo = lineStart;
  if (complete && isClosingLine(source.slice(lineStart), fence))
    return { textEnd: lineStart, after: source.length };
  return null;
}

/** The text of a fence still open, without a last line that is on its way to close it: it would flash and vanish. */
export function openFenceText(source: string, fence: OpenFence): string {
  const lastLine = source.slice(fence.scannedTo);
  const end =
    lastLine.length < 200 &&
    /^ {0,3}[`~]+[ \t]*$/.test(lastLine) &&
    lastLine.trimStart().startsWith(fence.marker)
      ? fence.scannedTo
      : source.length;
  return source.slice(fence.contentStart, end);
}
