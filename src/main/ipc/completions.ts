import type { WebContents } from 'electron';
import { channels, events } from '../../shared/ipc/channels.ts';
import type { Completions, Receiver } from '../providers/completions.ts';
import type { Tokens } from '../replies/tokens.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

/** Starts, resumes and cancels replies by request id. Deltas are sent as events. */
export function registerCompletions(completions: Completions, tokens: Pick<Tokens, 'check'>): void {
  const watch = createPageWatch(completions.cancelAll);
  const receiverOf = (contents: WebContents): Receiver => ({
    id: contents.id,
    send: (event) => contents.send(events.completion, event),
  });
  handle(channels.startCompletion, (call, contents) => {
    watch(contents);
    completions.start(receiverOf(contents), call);
  });
  handle(channels.resumeReply, async ({ requestId, accessToken, ...request }, contents) => {
    watch(contents);
    // Only the reply's user may read it.
    const userId = await tokens.check(accessToken);
    return {
      isFound: userId !== null && completions.resume(receiverOf(contents), { requestId, userId, request }),
    };
  });
  handle(channels.cancelCompletion, ({ requestId }, contents) => completions.cancel(contents.id, requestId));
}
