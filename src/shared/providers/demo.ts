import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { charactersPerToken, estimatePrompt, estimateTokens } from '../domain/context-window.ts';
import { demoReply } from './demo-reply.ts';
import { stoppedError } from './failures.ts';
import type { StreamOptions } from './provider.ts';
import type { Vendor } from './vendor.ts';
import { wait } from './wait.ts';

/** Milliseconds between two deltas, similar to a fast model. */
const pace = 15;

const piecesOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/** The model that the demo reports, because the requested one does not answer. */
const demoModel = 'demo';

/**
 * Replies as the demo vendor, which needs neither network nor key. Like other vendors, it respects `maxTokens` (4
 * characters per token).
 */
export async function* demo(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta> {
  const { signal } = options;
  const isStreaming = (request.stream ?? true) && (vendor.config.stream ?? true);
  const message = request.messages.findLast(({ role }) => role === 'user');
  const reply = demoReply(message?.content ?? '', message?.images?.length);
  const room = (request.maxTokens ?? Infinity) * charactersPerToken;
  const text = reply.length > room ? reply.slice(0, room).toWellFormed() : reply;
  const origin = { model: demoModel, vendor: vendor.name };
  const end = {
    finishReason: text === reply ? ('stop' as const) : ('length' as const),
    usage: { promptTokens: estimatePrompt(request.messages), completionTokens: estimateTokens(text) },
  };

  if (signal.aborted) throw stoppedError();
  if (!isStreaming) {
    yield { text, ...origin, ...end };
    return;
  }
  for (const [index, piece] of piecesOf(text).entries()) {
    await (options.wait ?? wait)(pace, signal);
    if (signal.aborted) throw stoppedError();
    yield index === 0 ? { text: piece, ...origin } : { text: piece };
  }
  yield { text: '', ...end };
}
