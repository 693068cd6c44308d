import type { CompletionResult, Delta } from '../completion/completion.ts';

/**
 * Reads a reply to its end: each delta goes to `onDelta` as it comes, the whole is the result. Rejects as the deltas
 * do; what came before is in the deltas handed out.
 *
 * @param model the model asked for, where no delta names another
 */
export async function collectCompletion(
  deltas: AsyncIterable<Delta>,
  model: string,
  onDelta: (delta: Delta) => void,
): Promise<CompletionResult> {
  let result: CompletionResult = { text: '', finishReason: 'unknown', model };
  // Joined once at the end: a reply comes in thousands of pieces.
  const pieces: string[] = [];
  for await (const delta of deltas) {
    const { text, ...news } = delta;
    pieces.push(text);
    result = { ...result, ...news };
    onDelta(delta);
  }
  return { ...result, text: pieces.join('') };
}
