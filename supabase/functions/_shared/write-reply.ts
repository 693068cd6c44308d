import type { FinishReason, ReplyTarget } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { interruptedError } from '../../../src/shared/providers/failures.ts';
import type { FunctionContext } from './context.ts';
import { finishCompletion, type Grant, type CompletionOutcome } from './grant.ts';
import { toCompletionError } from './http.ts';
import { createRunningReply, type Reasoning, type RunningReply } from './running-reply.ts';
import { SqlError } from './service.ts';

export interface WriteResult extends CompletionOutcome {
  /** Why the reply ended early. */
  readonly error?: CompletionError | undefined;
  readonly finishReason?: FinishReason | undefined;
  /** Whether the text ends at a limit, so that it can be continued. */
  readonly isCut?: boolean;
}

/** How long (ms) to retry storing a reply while the database is unreachable. Its text stays in memory. */
const longestOutage = 10 * 60_000;
const [firstWait, longestWait] = [250, 10_000];

/** Checks for permanent errors: those of data and constraints, and those that our functions raise. */
const isPermanent = (error: unknown) => error instanceof SqlError && /^(?:22|23|P0)/.test(error.code);

/** Resolves after the time, or earlier if the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/**
 * Calls `finish` until it succeeds, with increasing waits, for up to ten minutes while the database is unreachable.
 * When the process stops, tries once more. If that fails too, the reply is settled from the checkpoints.
 */
async function persist<Result>(context: FunctionContext, finish: () => Promise<Result>): Promise<Result> {
  const { closing } = context.replies;
  const began = performance.now();
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    const isLast = closing.aborted || performance.now() - began > longestOutage;
    try {
      return await finish();
    } catch (error) {
      context.log('reply-not-stored', { error: error instanceof Error ? error.name : 'unknown', isLast });
      if (isLast || isPermanent(error)) throw error;
    }
    await pause(wait, closing);
  }
}

async function textsToStore(
  reply: RunningReply,
  seed: string,
): Promise<{ readonly text: string; readonly reasoning: Reasoning | null }> {
  const [text, reasoning] = [reply.text(), reply.reasoning()];
  const { encrypter } = reply;
  if (!encrypter) return { text, reasoning };
  // The database can't see that an envelope contains nothing but the seed, so the text of a reply without new text
  // stays empty.
  if (text.length <= seed.length && !reasoning) return { text: '', reasoning };
  return {
    text: await encrypter.content(text),
    reasoning: reasoning && { ...reasoning, text: await encrypter.reasoning(reasoning.text) },
  };
}

/**
 * Writes a stored reply, even if no one is watching: `write` appends the text, then the reply is stored with its cost
 * in one transaction. The host stays alive until then. If `write` throws, nothing was delivered.
 */
export function startReply(
  context: FunctionContext,
  grant: Grant,
  target: ReplyTarget,
  write: (reply: RunningReply) => Promise<WriteResult>,
): RunningReply {
  const seed = grant.seed ?? '';
  const reply = createRunningReply(target.replyId, seed, grant.model, grant.encrypter);

  async function store(): Promise<void> {
    const began = performance.now();
    const { error, finishReason, isCut, ...outcome } = await write(reply);
    const milliseconds = Math.round(performance.now() - began);
    const stopReason = reply.stopReason();
    const isStopped = stopReason === 'stopped';
    // Encrypted once, so that a repeated call stores the same texts.
    const texts = await textsToStore(reply, seed);
    const message = await persist(context, () =>
      finishCompletion(context, grant, outcome, {
        id: target.replyId,
        ...texts,
        status: error ? (isStopped ? 'stopped' : 'interrupted') : isCut ? 'length' : 'complete',
        origin: reply.origin(),
        milliseconds,
      }),
    );
    const failure = error && stopReason === 'interrupted' ? interruptedError() : error;
    reply.end({
      message,
      // A stop after some text is not an error: the user requested it.
      error: isStopped && message !== null ? undefined : failure,
      finishReason,
      usage: outcome.usage,
    });
  }

  const writing = store().catch((error: unknown) =>
    reply.end({ message: null, error: toCompletionError(error) }),
  );
  context.replies.add(reply, writing);
  context.waitUntil?.(writing);
  return reply;
}
