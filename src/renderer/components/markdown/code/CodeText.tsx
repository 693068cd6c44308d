import '../../../theme/code-themes.css';
import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { codeKinds, type CodeRuns } from './kinds.ts';
import styles from './CodeText.module.css';

/** The approximate number of characters per chunk. Only the last chunk is laid out again while the code grows. */
const CHUNK_LENGTH = 2_000;

/** Bidirectional control characters can hide what code really does. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

interface CodeTextProps {
  readonly text: string;
  readonly runs: CodeRuns | null;
}

export const CodeText = memo(function CodeText({ text, runs }: CodeTextProps) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  const content = useMemo(() => runs && renderChunks(chunks, runs), [chunks, runs]);
  return <code>{content ?? chunks.map(labelDirectionMarks)}</code>;
});

/** Splits code into chunks of full lines. All but the last stay the same while the text grows. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (text.length - start > CHUNK_LENGTH) {
    const lineEnd = text.indexOf('\n', start + CHUNK_LENGTH);
    if (lineEnd === -1) break;
    chunks.push(text.slice(start, lineEnd + 1));
    start = lineEnd + 1;
  }
  chunks.push(text.slice(start));
  return chunks;
}

function renderChunks(chunks: readonly string[], runs: CodeRuns): ReactNode {
  let run = 0;
  let left = runs[0] ?? 0;
  return chunks.map((chunk, index) => {
    const pieces: ReactNode[] = [];
    let at = 0;
    while (at < chunk.length && run < runs.length) {
      const length = Math.min(left, chunk.length - at);
      const kind = codeKinds[runs[run + 1] ?? -1];
      const piece = labelDirectionMarks(chunk.slice(at, at + length));
      pieces.push(
        kind ? (
          <span key={at} className={styles[kind]}>
            {piece}
          </span>
        ) : (
          piece
        ),
      );
      at += length;
      left -= length;
      if (left > 0) continue;
      run += 2;
      left = runs[run] ?? 0;
    }
    // oxlint-disable-next-line react/no-array-index-key -- chunks never move
    return <Fragment key={index}>{pieces}</Fragment>;
  });
}

/** Labels bidirectional control characters; copying still copies the original text. */
function labelDirectionMarks(text: string): ReactNode {
  if (!directionMarks.test(text)) return text;
  return text.split(new RegExp(`(${directionMarks.source})`)).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a finished text never move
      <span key={index} className={styles.mark} data-mark={codePoint(part)} />
    ),
  );
}

const codePoint = (mark: string) => `U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
