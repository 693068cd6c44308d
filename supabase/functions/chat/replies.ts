import { z } from 'zod';
import { interrupted } from '../../../src/shared/providers/failures.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { invalidRequest, notFound, requireCaller, requireMethod } from '../_shared/http.ts';
import type { ReplyNews, ReplyOrigin, ReplyWatcher } from '../_shared/running-reply.ts';
import { callAsCaller } from '../_shared/service.ts';
import { replyWatched } from './stored-reply.ts';

/** Milliseconds between two looks at the checkpoints of a reply that another process writes. */
const pollInterval = 500;
/** Looks without news after which the reader gets a sign of life. */
const silentLooks = 30;
/** Looks that may fail in a row, for about a minute: the reader may then try another connection. */
const maxFailures = 120;

const rowSchema = z.looseObject({
  content: z.string(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  unavailable_vendor: z.string().nullable(),
});
const readSchema = z.union([
  z.object({ message: rowSchema }),
  z.object({
    model_id: z.string().nullable(),
    vendor_name: z.string().nullable(),
    unavailable_vendor: z.string().nullable(),
    pieces: z.array(z.object({ start: z.number(), text: z.string() })),
  }),
]);
type Read = z.infer<typeof readSchema>;

/** The caller's own reply as the database has it, or null. */
const readReply = async (
  context: FunctionContext,
  caller: Caller,
  id: string,
  start: number,
): Promise<Read | null> =>
  readSchema.nullable().parse(await callAsCaller(context, caller, 'read_reply', { reply_id: id, start }));

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, pollInterval));

/** Watches a reply through the database: its checkpoints, then the stored message. */
function watchStored(
  context: FunctionContext,
  caller: Caller,
  id: string,
  { from, first }: { readonly from: number; readonly first: Read },
): ReplyWatcher {
  let position = from;
  let early: Read | undefined = first;
  let origin: ReplyOrigin = { model: '', vendor: null };
  let message: unknown;
  let isStopped = false;

  async function look(): Promise<Read> {
    for (let failures = 1; !isStopped; failures += 1) {
      try {
        const read = await readReply(context, caller, id, position);
        if (read) return read;
        // Deleted, or the session has ended.
        throw notFound();
      } catch (error) {
        if (failures >= maxFailures || (error instanceof Error && error.name === 'Refusal'))
          throw interrupted();
        await pause();
      }
    }
    throw interrupted();
  }

  /** The text of a look that is new. */
  function take(read: Read): string {
    if ('message' in read) {
      const { content, model_id: model, vendor_id: vendor, unavailable_vendor: unavailable } = read.message;
      origin = { model: model ?? '', vendor, unavailableVendor: unavailable ?? undefined };
      message = read.message;
      const text = content.slice(position);
      position = Math.max(position, content.length);
      return text;
    }
    const { model_id: model, vendor_name: vendor, unavailable_vendor: unavailable } = read;
    origin = { model: model ?? '', vendor, unavailableVendor: unavailable ?? undefined };
    let text = '';
    for (const { start, text: piece } of read.pieces) {
      // A client may ask for a position that is not reached yet.
      const isReached = start + piece.length > position;
      if (isReached) text += piece.slice(Math.max(position - start, 0));
      position = Math.max(position, start + piece.length);
    }
    return text;
  }

  return {
    next: async (): Promise<ReplyNews> => {
      if (message !== undefined) return { end: { message } };
      for (let looks = 0; looks < silentLooks && !isStopped; looks += 1) {
        if (!early) await pause();
        const text = take(early ?? (await look()));
        early = undefined;
        if (text !== '') return { text };
        if (message !== undefined) return { end: { message } };
      }
      return 'running';
    },
    origin: () => origin,
    stop: () => {
      isStopped = true;
    },
  };
}

/** `GET /chat/replies/{id}?from=N`: the rest of a running or stored reply, as events. */
export async function resumeReply(request: Request, context: FunctionContext, id: string): Promise<Response> {
  requireMethod(request, 'GET');
  const caller = await requireCaller(request, context);
  const position = new URL(request.url).searchParams.get('from') ?? '0';
  if (!/^\d{1,7}$/.test(position)) throw invalidRequest('from: must be a position in the text');
  const from = Number(position);
  // The database decides who may read the reply, also if its text is in memory.
  const first = await readReply(context, caller, id, from);
  if (!first) throw notFound();
  const running = 'pieces' in first ? context.replies.get(id) : undefined;
  const watcher = running?.watch(from) ?? watchStored(context, caller, id, { from, first });
  const identity = {
    id: `chatcmpl-${id}`,
    created: Math.floor(Date.now() / 1000),
    messageId: id,
    requestId: context.requestId,
  };
  // A comment, so that the reader gets the status without waiting for the next text.
  return replyWatched(watcher, 'running', identity, false);
}

/** `POST /chat/replies/{id}/stop`: ends a running reply, whichever process writes it. */
export async function stopReply(request: Request, context: FunctionContext, id: string): Promise<Response> {
  requireMethod(request, 'POST');
  const caller = await requireCaller(request, context);
  const isRunning = await callAsCaller(context, caller, 'stop_reply', { reply_id: id });
  // Other processes learn it with their next checkpoint.
  if (isRunning === true) context.replies.get(id)?.stop('stopped');
  return new Response(null, { status: 204 });
}
