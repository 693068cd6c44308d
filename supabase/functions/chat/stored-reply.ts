import { stoppedError } from '../../../src/shared/providers/failures.ts';
import { json } from '../_shared/http.ts';
import type { ReplyEnd, ReplyUpdate, ReplyWatcher, RunningReply } from '../_shared/running-reply.ts';
import { TextReply, type TextSource } from '../_shared/text-reply.ts';
import { createChunkFormatter, eventHeaders, type ReplyIdentity } from './events.ts';
import { headersOf, completionObject } from './reply.ts';

const headersFor = (watcher: Pick<ReplyWatcher, 'origin'>, identity: ReplyIdentity) =>
  headersOf(
    {
      vendor: () => watcher.origin().vendor ?? '',
      unavailableVendor: () => watcher.origin().unavailableVendor,
      unavailableReason: () => watcher.origin().unavailableReason,
    },
    identity,
  );

/** Formats the events of a watched reply as text. A reader who disconnects only stops watching; the reply continues. */
function watchedSource(
  watcher: ReplyWatcher,
  first: ReplyUpdate,
  identity: ReplyIdentity,
  includesUsage: boolean,
): TextSource {
  const events = createChunkFormatter(identity, () => watcher.origin().model);
  const endOf = ({ message, error, finishReason, usage }: ReplyEnd): string => {
    if (message === null && error) return events.error(error);
    return (
      (finishReason && !error ? events.next({ text: '', finishReason }) : '') +
      (includesUsage && usage ? events.usage(usage) : '') +
      (message === null ? '' : events.stored(message, error)) +
      events.done
    );
  };
  let early: ReplyUpdate | undefined = first;
  let hasContent = false;
  let hasEnded = false;
  return {
    next: async () => {
      if (hasEnded) return undefined;
      const news = early ?? (await watcher.next());
      early = undefined;
      if (news === 'running') return events.running;
      if ('end' in news) {
        hasEnded = true;
        return endOf(news.end);
      }
      if ('checkpoints' in news) return events.stored(news, undefined);
      const event = hasContent ? events.next(news) : events.first(news);
      hasContent = true;
      return event;
    },
    stop: async () => watcher.stop(),
  };
}

/** Sends the updates of a watched reply as server-sent events. */
export const respondWatched = (
  watcher: ReplyWatcher,
  first: ReplyUpdate,
  identity: ReplyIdentity,
  includesUsage: boolean,
): Response =>
  new TextReply(watchedSource(watcher, first, identity, includesUsage), {
    headers: { ...eventHeaders, ...headersFor(watcher, identity) },
  });

/**
 * Streams the reply that this request started, as server-sent events. If the reply fails before its first text, responds
 * with the error's status instead.
 */
export async function respondStoredStreamed(
  reply: RunningReply,
  seedLength: number,
  identity: ReplyIdentity,
  includesUsage: boolean,
): Promise<Response> {
  const watcher = reply.watch({ from: seedLength, reasoningFrom: 0 });
  let first = await watcher.next();
  while (first === 'running') first = await watcher.next();
  if ('end' in first && first.end.message === null) throw first.end.error ?? stoppedError();
  return respondWatched(watcher, first, identity, includesUsage);
}

/** Waits for a reply that this request has started, and sends it once it is stored. */
export async function respondStoredComplete(
  reply: RunningReply,
  seedLength: number,
  identity: ReplyIdentity,
): Promise<Response> {
  const { message, error, finishReason = 'unknown', usage } = await reply.ended;
  if (message === null) throw error ?? stoppedError();
  const body = completionObject(identity, {
    model: reply.origin().model,
    text: reply.text().slice(seedLength),
    reasoning: reply.reasoning()?.text ?? '',
    finishReason,
    usage: usage ?? { promptTokens: 0, completionTokens: 0 },
  });
  const failure = error && { code: error.code, message: error.message };
  return json(
    { ...body, clover: { message, ...(failure && { failure }) } },
    200,
    headersFor(reply, identity),
  );
}
