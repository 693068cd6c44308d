import { z } from 'zod';
import { interruptedError } from '../../../src/shared/providers/failures.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { invalidRequest, notFound, requireCaller, requireMethod } from '../_shared/http.ts';
import type { ReplyUpdate, ReplyOrigin, ReplyPosition, ReplyWatcher } from '../_shared/running-reply.ts';
import { callAsCaller } from '../_shared/service.ts';
import { respondWatched } from './stored-reply.ts';

/** How often (ms) to read the checkpoints of a reply that another process writes. */
const pollInterval = 500;
/** After this many reads without new text, the reader is notified that the reply is running. */
const silentReads = 30;
/** Maximum failed reads in a row, which take about a minute. After that, the reader may try another connection. */
const maxFailures = 120;

const rowSchema = z.looseObject({
  content: z.string(),
  content_format: z.enum(['plain', 'encrypted']).optional(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  unavailable_vendor: z.string().nullable(),
});
const piecesSchema = z.array(z.object({ start: z.number(), text: z.string() }));
const storedReplySchema = z.union([
  z.object({ message: rowSchema, reasoning: z.string().nullable() }),
  z.object({
    model_id: z.string().nullable(),
    vendor_name: z.string().nullable(),
    unavailable_vendor: z.string().nullable(),
    is_encrypted: z.boolean().optional(),
    chat_id: z.string().nullish(),
    pieces: piecesSchema,
    reasoning: piecesSchema,
  }),
]);
type StoredReply = z.infer<typeof storedReplySchema>;

/** Reads the caller's reply from the database. Returns null if there is none. */
const readReply = async (
  context: FunctionContext,
  caller: Caller,
  id: string,
  { from, reasoningFrom }: ReplyPosition,
): Promise<StoredReply | null> =>
  storedReplySchema.nullable().parse(
    await callAsCaller(context, caller, 'read_reply', {
      reply_id: id,
      start: from,
      reasoning_start: reasoningFrom,
    }),
  );

/** Reads a text from its saved pieces. Each call returns the new part. */
function createPieceReader(from: number) {
  let position = from;
  return {
    position: () => position,
    take: (pieces: z.infer<typeof piecesSchema>): string => {
      let text = '';
      for (const { start, text: piece } of pieces) {
        // A client may request a position that the text has not reached yet.
        if (start + piece.length > position) text += piece.slice(Math.max(position - start, 0));
        position = Math.max(position, start + piece.length);
      }
      return text;
    },
  };
}

/**
 * Selects the envelopes that are new or longer than before. Each envelope is bound to its start and can't be cut, so
 * the client decrypts it and takes the text after its position.
 */
function createEnvelopeReader(from: number) {
  let position = from;
  let last = '';
  return {
    position: () => position,
    take: (pieces: z.infer<typeof piecesSchema>): z.infer<typeof piecesSchema> => {
      const fresh = pieces.filter(({ text }, index) => index > 0 || text !== last);
      const newest = pieces.at(-1);
      // The database returns pieces from the one that contains the position.
      if (newest) [position, last] = [newest.start, newest.text];
      return fresh;
    },
  };
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, pollInterval));

/** Watches a reply through the database: first its checkpoints, then the stored message. */
function watchStored(
  context: FunctionContext,
  caller: Caller,
  id: string,
  position: ReplyPosition,
  first: StoredReply,
): ReplyWatcher {
  const answer = createPieceReader(position.from);
  const thought = createPieceReader(position.reasoningFrom);
  const encryptedAnswer = createEnvelopeReader(position.from);
  const encryptedThought = createEnvelopeReader(position.reasoningFrom);
  let isEncrypted = false;
  let early: StoredReply | undefined = first;
  let origin: ReplyOrigin = { model: '', vendor: null };
  let message: unknown;
  let isStopped = false;

  async function look(): Promise<StoredReply> {
    for (let failures = 1; !isStopped; failures += 1) {
      try {
        const read = await readReply(context, caller, id, {
          from: (isEncrypted ? encryptedAnswer : answer).position(),
          reasoningFrom: (isEncrypted ? encryptedThought : thought).position(),
        });
        if (read) return read;
        // The reply was deleted, or the session has ended.
        throw notFound();
      } catch (error) {
        if (failures >= maxFailures || (error instanceof Error && error.name === 'Refusal'))
          throw interruptedError();
        await pause();
      }
    }
    throw interruptedError();
  }

  function plainUpdate(
    pieces: z.infer<typeof piecesSchema>,
    thoughts: z.infer<typeof piecesSchema>,
  ): (ReplyUpdate & { readonly text: string }) | null {
    const [text, reasoning] = [answer.take(pieces), thought.take(thoughts)];
    return text === '' && reasoning === '' ? null : { text, ...(reasoning !== '' && { reasoning }) };
  }

  function take(read: StoredReply): Exclude<ReplyUpdate, 'running' | { readonly end: unknown }> | null {
    if ('message' in read) {
      const { content, model_id: model, vendor_id: vendor, unavailable_vendor: unavailable } = read.message;
      origin = { model: model ?? '', vendor, unavailableVendor: unavailable ?? undefined };
      message = read.message;
      // The client gets the text of an envelope with the stored row.
      if (read.message.content_format === 'encrypted') return null;
      return plainUpdate([{ start: 0, text: content }], [{ start: 0, text: read.reasoning ?? '' }]);
    }
    const { model_id: model, vendor_name: vendor, unavailable_vendor: unavailable } = read;
    origin = { model: model ?? '', vendor, unavailableVendor: unavailable ?? undefined };
    isEncrypted = read.is_encrypted === true;
    if (!isEncrypted) return plainUpdate(read.pieces, read.reasoning);
    const checkpoints = {
      chat: read.chat_id ?? '',
      text: encryptedAnswer.take(read.pieces),
      reasoning: encryptedThought.take(read.reasoning),
    };
    return checkpoints.text.length + checkpoints.reasoning.length === 0 ? null : { checkpoints };
  }

  return {
    next: async (): Promise<ReplyUpdate> => {
      if (message !== undefined) return { end: { message } };
      for (let looks = 0; looks < silentReads && !isStopped; looks += 1) {
        if (!early) await pause();
        const update = take(early ?? (await look()));
        early = undefined;
        if (update) return update;
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

/** Reads a position from the URL. A missing one means the beginning. */
function readPosition(request: Request, name: string): number {
  const position = new URL(request.url).searchParams.get(name) ?? '0';
  if (!/^\d{1,7}$/.test(position)) throw invalidRequest(`${name}: must be a position in the text`);
  return Number(position);
}

/** `GET /chat/replies/{id}?from=N&reasoning_from=M`: sends the rest of a running or stored reply as events. */
export async function resumeReply(request: Request, context: FunctionContext, id: string): Promise<Response> {
  requireMethod(request, 'GET');
  const caller = await requireCaller(request, context);
  const position = {
    from: readPosition(request, 'from'),
    reasoningFrom: readPosition(request, 'reasoning_from'),
  };
  // The database decides who may read the reply, even if its text is in memory.
  const first = await readReply(context, caller, id, position);
  if (!first) throw notFound();
  const running = 'pieces' in first ? context.replies.get(id) : undefined;
  const watcher = running?.watch(position) ?? watchStored(context, caller, id, position, first);
  const identity = {
    id: `chatcmpl-${id}`,
    created: Math.floor(Date.now() / 1000),
    messageId: id,
    requestId: context.requestId,
  };
  // Sends a comment, so that the reader gets the status without waiting for the next text.
  return respondWatched(watcher, 'running', identity, false);
}

/** `POST /chat/replies/{id}/stop`: ends a running reply, regardless of which process writes it. */
export async function stopReply(request: Request, context: FunctionContext, id: string): Promise<Response> {
  requireMethod(request, 'POST');
  const caller = await requireCaller(request, context);
  const isRunning = await callAsCaller(context, caller, 'stop_reply', { reply_id: id });
  // Another process detects the stop at its next checkpoint.
  if (isRunning === true) context.replies.get(id)?.stop('stopped');
  return new Response(null, { status: 204 });
}
