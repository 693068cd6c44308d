import { channels, events } from '../../shared/ipc/channels.ts';
import type { Completions } from '../providers/completions.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

/** Starts and cancels replies by request id; deltas are sent as events. */
export function registerCompletions(completions: Completions): void {
  const watch = createPageWatch(completions.cancelAll);
  handle(channels.startCompletion, (call, contents) => {
    watch(contents);
    completions.start({ id: contents.id, send: (event) => contents.send(events.completion, event) }, call);
  });
  handle(channels.cancelCompletion, ({ requestId }, contents) => completions.cancel(contents.id, requestId));
}
