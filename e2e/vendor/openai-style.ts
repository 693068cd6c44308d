import { setTimeout as pause } from 'node:timers/promises';
import { breakOff, sendJson, sendWhole, type Exchange } from './exchange.ts';
import { when, type Behavior } from './faults.ts';
import { piecesOf, replyTo, type Reply } from './reply.ts';

/** A fixed time, so that replies to the same request are identical. */
const created = 1_760_000_000;

/** A reply as a `chat.completion`. */
function wholeReply(body: Exchange['body'], reply: Reply) {
  const choice = {
    index: 0,
    message: {
      role: 'assistant',
      content: reply.text === '' ? null : reply.text,
      ...(reply.reasoning !== '' && { reasoning_content: reply.reasoning }),
    },
    finish_reason: reply.finishReason,
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created,
    model: body['model'],
    choices: [choice],
    usage: reply.usage,
  };
}

/** How many pieces are sent before the scripted fault. */
function piecesBefore(behavior: Behavior | undefined): number {
  if (!behavior || !('after' in behavior)) return Infinity;
  return behavior.after;
}

async function sendStream({ response, body, behavior, signal }: Exchange, reply: Reply) {
  const event = (fields: Readonly<Record<string, unknown>>) => {
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created,
      model: body['model'],
      ...fields,
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const piece = (delta: Readonly<Record<string, unknown>>, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason }] });
  const between = when(behavior, 'pace')?.between ?? 0;

  response.writeHead(200, { 'content-type': when(behavior, 'content-type')?.value ?? 'text/event-stream' });
  response.flushHeaders();
  const comments = when(behavior, 'comments');
  while (comments && !signal.aborted) {
    response.write(': still thinking\n\n');
    await pause(comments.between, undefined, { signal });
  }
  const huge = when(behavior, 'huge-event');
  if (huge) piece({ content: 'x'.repeat(huge.bytes) });
  if (behavior?.kind === 'malformed-json') response.write('data: {"choices": [{"delta"\n\n');
  if (behavior?.kind === 'wrong-shape') response.write('data: {"choices": "none"}\n\n');

  for (const thought of piecesOf(reply.reasoning)) {
    if (between > 0) await pause(between, undefined, { signal });
    piece({ role: 'assistant', content: null, reasoning_content: thought });
  }
  const pieces = piecesOf(reply.text);
  const limit = piecesBefore(behavior);
  for (const [index, text] of pieces.entries()) {
    if (index === limit) break;
    if (between > 0) await pause(between, undefined, { signal });
    // The role is sent with the first piece, so that the first byte contains the first word.
    piece(index === 0 ? { role: 'assistant', content: text } : { content: text });
  }
  const end = when(behavior, 'pace')?.end;
  if (end) await Promise.race([end, new Promise((leave) => signal.addEventListener('abort', leave))]);
  if (behavior?.kind === 'stall') return;
  if (behavior?.kind === 'cut') {
    await breakOff(response);
    return;
  }
  const error = when(behavior, 'error-event')?.error;
  if (error !== undefined) response.write(`data: ${JSON.stringify({ error })}\n\n`);
  if (limit < Infinity) {
    response.end();
    return;
  }
  piece({}, reply.finishReason);
  const options = body['stream_options'] as { readonly include_usage?: boolean } | undefined;
  if (options?.include_usage) event({ choices: [], usage: reply.usage });
  response.end('data: [DONE]\n\n');
}

/** Responds to a chat completion like deepinfra, openrouter, openai and ollama, streamed or not. */
export async function answerChat(exchange: Exchange): Promise<void> {
  const { response, body, behavior, signal } = exchange;
  const first = when(behavior, 'pace')?.first ?? 0;
  if (first > 0) await pause(first, undefined, { signal });
  const huge = when(behavior, 'huge-event');
  const reply = replyTo(body, behavior);
  const error = when(behavior, 'error-event')?.error;
  const isStreaming = body['stream'] === true && behavior?.kind !== 'whole';
  if (isStreaming) await sendStream(exchange, reply);
  else if (behavior?.kind === 'malformed-json') sendJson(response, 200, '{"choices": [');
  else if (behavior?.kind === 'wrong-shape') sendJson(response, 200, { choices: 'none' });
  else if (error !== undefined) sendJson(response, 200, { error });
  else await sendWhole(exchange, wholeReply(body, huge ? { ...reply, text: 'x'.repeat(huge.bytes) } : reply));
}
