/** An unclosed code block at the end of a document. */
export interface OpenFence {
  readonly language: string;
  readonly contentStart: number;
  readonly marker: '`' | '~';
  readonly length: number;
  /** A closing line can't be before this offset. */
  scannedTo: number;
}

const opening = /^(`{3,}|~{3,})(.*)$/;

/** Returns null if `start` has no unindented fence or the line is incomplete. */
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

/** Returns the language: the first word after the opening marks, or an empty text. */
export function fenceLanguage(info: string): string {
  return /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? '';
}

/**
 * Checks for a closing line: the same marks as in the opening line, at least as many, indented by at most three spaces.
 */
export function isClosingLine(line: string, fence: Pick<OpenFence, 'marker' | 'length'>): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line);
  const marks = match?.[1];
  return marks !== undefined && marks.startsWith(fence.marker) && marks.length >= fence.length;
}

/**
 * Finds the line that closes a code block. Searches only new text, so that a long block is searched once.
 *
 * @param complete true if no more text follows, so that a last line without a line break counts too
 * @returns null while the code block is open
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

/** Returns the code without an incomplete closing line, which would flash. */
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
