import type { Delta } from '../../completion/completion.ts';
import type { CompletionError } from '../../completion/error.ts';

/** The deltas of a stream until its end or failure. */
export interface CollectedStream {
  readonly deltas: readonly Delta[];
  readonly text: string;
  readonly error: CompletionError | undefined;
}

/** Reads deltas to the end; a failure is part of the result, because the text before it matters, too. */
export async function collect(stream: AsyncIterable<Delta>): Promise<CollectedStream> {
  const deltas: Delta[] = [];
  let error: CompletionError | undefined;
  try {
    for await (const delta of stream) deltas.push(delta);
  } catch (thrown) {
    error = thrown as CompletionError;
  }
  return { deltas, text: deltas.map(({ text }) => text).join(''), error };
}
