/** Milliseconds between two saves. A crash loses at most the text since the last save. */
export const checkpointInterval = 1_000;

/** The new part of a reply, with its positions. */
export interface ReplyPiece {
  readonly start: number;
  readonly text: string;
  readonly reasoningStart: number;
  readonly reasoning: string;
}

export interface CheckpointOptions {
  /** The text so far. It never ends inside a character. */
  readonly text: () => string;
  /** The reasoning so far. It never ends inside a character. */
  readonly reasoning: () => string;
  /**
   * Saves a piece; false if the reply must end. Also called without new text, to show that the reply is still
   * running.
   */
  readonly save: (piece: ReplyPiece) => Promise<boolean>;
  /** @param silence milliseconds since the service last received a save */
  readonly onRefused: (silence: number) => void;
}

/**
 * Saves the new text and reasoning of a running reply every second. The next save includes the text of a failed one.
 * @param saved the position up to which the service already has the text
 * @returns a function that stops saving
 */
export function startCheckpoints(
  { text, reasoning, save, onRefused }: CheckpointOptions,
  saved: number,
): () => void {
  let position = saved;
  let reasoningPosition = 0;
  let savedAt = performance.now();
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const checkpoint = async (): Promise<void> => {
    const startedAt = performance.now();
    const [whole, thought] = [text(), reasoning()];
    const isWanted = await save({
      start: position,
      text: whole.slice(position),
      reasoningStart: reasoningPosition,
      reasoning: thought.slice(reasoningPosition),
    }).catch(() => null);
    if (isStopped) return;
    if (isWanted === false) return onRefused(startedAt - savedAt);
    // If `isWanted` is null, the service is unreachable. The reply continues, and the next save includes this text.
    if (isWanted) {
      position = whole.length;
      reasoningPosition = thought.length;
      savedAt = startedAt;
    }
    schedule(Math.max(0, startedAt + checkpointInterval - performance.now()));
  };
  const schedule = (delay: number): void => {
    timer = setTimeout(() => void checkpoint(), delay);
  };
  schedule(checkpointInterval);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
