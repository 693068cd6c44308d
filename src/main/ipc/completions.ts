import { channels, events } from '../../shared/ipc/channels.ts';
import type { Completions } from '../providers/completions.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

/** Replies: start and cancel by request id, pieces as events. */
export function registerCompletions(completions: Completions): void {
  const watch = createPageWatch(completions.cancelAll);
  handle(channels.startCompletion, (call, contents) => {
    watch(contents);
    completions.start({ id: contents.id, tell: (event) => contents.send(events.completion, event) }, call);
  });
  handle(channels.cancelCompletion, ({ requestId }, contents) => completions.cancel(contents.id, requestId));
}
