import type { CompletionResult } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { pause } from './pause.ts';

/** The pauses between reconnection attempts (ms). */
const PAUSES: readonly number[] = [500, 1_000, 2_000, 5_000];
const LONGEST_PAUSE = 10_000;

interface ReplySource {
  /** Requests the reply. Null if the reply is already running. */
  readonly start: (() => Promise<Pick<CompletionResult, 'stored'>>) | null;
  /** Requests the reply's remaining text. */
  readonly resume: () => Promise<Pick<CompletionResult, 'stored'>>;
  readonly length: () => number;
  readonly onCutOff: (isCutOff: boolean) => void;
  readonly signal: AbortSignal;
}

/** The row of a stored reply, and the failure that ended it, if there was one. */
interface ReplyEnd {
  readonly stored: unknown;
  readonly failure: unknown;
}

/**
 * Reads a reply until it is stored. After a lost connection, reading resumes where the text ended. The service keeps
 * writing the reply without a client, so the vendor is not called again. Rejects if there is no reply.
 */
export async function readReply(source: ReplySource): Promise<ReplyEnd> {
  const { start, resume, length, onCutOff, signal } = source;
  const before = length();
  let read = start ?? resume;
  let failure: unknown = null;
  for (let tries = 0; ; tries += 1) {
    const position = length();
    try {
      const { stored } = await read();
      onCutOff(false);
      if (stored !== undefined) return { stored, failure };
      // Quick actions respond without the stored row, so `resume` reads it.
      if (read === resume || length() === before) throw new CompletionError('aborted', '');
    } catch (error) {
      signal.throwIfAborted();
      const canContinue = read === start ? length() > before || isLostStart(error) : isLost(error);
      if (!canContinue) throw failure ?? error;
      failure = error;
    }
    if (length() > position) tries = 0;
    onCutOff(tries > 0);
    // The first retry is immediate.
    if (tries > 0) await pause(PAUSES[tries - 1] ?? LONGEST_PAUSE, signal);
    read = resume;
  }
}

const lostCodes: ReadonlySet<unknown> = new Set(['network', 'interrupted', 'timeout', 'reply_exists']);

/** True if the reply may be running even though its request failed. */
const isLostStart = (error: unknown): boolean =>
  error instanceof CompletionError &&
  (error.code === 'reply_exists' || (error.status === undefined && lostCodes.has(error.code)));

const isLost = (error: unknown): boolean =>
  !(error instanceof CompletionError) || lostCodes.has(error.code) || (error.status ?? 0) >= 500;
