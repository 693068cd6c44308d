/** Milliseconds between two saves: the saved text is at most this old. */
export const checkpointInterval = 1_000;

export interface CheckpointOptions {
  /** The text so far, which never ends inside a character. */
  readonly text: () => string;
  /** Saves text at a position; false if the reply must end. Also called without new text, as a sign that it runs. */
  readonly save: (start: number, text: string) => Promise<boolean>;
  /** @param silence milliseconds since the service last received a part of the reply */
  readonly onRefused: (silence: number) => void;
}

/**
 * Saves the new text of a running reply each second. Text that could not be saved is part of the next save.
 *
 * @param saved the position up to which the service has the text
 * @returns stops saving
 */
export function startCheckpoints({ text, save, onRefused }: CheckpointOptions, saved: number): () => void {
  let position = saved;
  let savedAt = performance.now();
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const checkpoint = async (): Promise<void> => {
    const startedAt = performance.now();
    const whole = text();
    const isWanted = await save(position, whole.slice(position)).catch(() => null);
    if (isStopped) return;
    if (isWanted === false) return onRefused(startedAt - savedAt);
    // Otherwise the service is away, and the reply continues without it.
    if (isWanted) {
      position = whole.length;
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
