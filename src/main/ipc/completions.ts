import type { WebContents } from 'electron';
import { channels, events } from '../../shared/ipc/channels.ts';
import type { Completions } from '../providers/completions.ts';
import { handle } from './handle.ts';

/** Pages whose end is already watched: one page asks many times. */
const watched = new WeakSet<WebContents>();

function watch(contents: WebContents, completions: Completions): void {
  if (watched.has(contents)) return;
  watched.add(contents);
  const { id } = contents;
  const abandon = (): void => completions.cancelAll(id);
  contents.once('destroyed', abandon);
  contents.on('render-process-gone', abandon);
  // A reload forgets its requests; moving within the page does not.
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) abandon();
  });
}

/** Replies: start and cancel by request id, pieces as events. */
export function registerCompletions(completions: Completions): void {
  handle(channels.startCompletion, (call, contents) => {
    watch(contents, completions);
    completions.start({ id: contents.id, tell: (event) => contents.send(events.completion, event) }, call);
  });
  handle(channels.cancelCompletion, ({ requestId }, contents) => completions.cancel(contents.id, requestId));
}
