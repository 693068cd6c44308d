import type {
  CompletionRequest,
  CompletionResult,
  Delta,
  ResumeRequest,
} from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import type { CompleteChatOptions, Platform } from '../../../platform/platform.ts';
import type { MessageEnd } from '../chat.ts';

export interface ReplyRow {
  readonly id: string;
  readonly question_id: string;
  readonly content: string;
  readonly status: MessageEnd;
  readonly model_id: string | null;
  readonly vendor_id: string | null;
  readonly unavailable_vendor: string | null;
  readonly reasoning_ms?: number;
  readonly usage?: { readonly instructions: string[] };
}

export interface FakeReply {
  readonly request: CompletionRequest;
  readonly options: CompleteChatOptions;
  readonly say: (text: string, news?: Partial<Delta>) => void;
  readonly end: (result?: Partial<CompletionResult>) => void;
  /** Simulates a failure of the model. Text written so far is stored as interrupted. */
  readonly fail: (error: unknown) => void;
  /** Breaks all connections. The reply itself continues. */
  readonly cut: (error?: unknown) => void;
  /** Simulates a service that was killed before it wrote any text, and no longer has the reply. */
  readonly forget: () => void;
}

type Position = Omit<ResumeRequest, 'replyId'>;

interface Reader {
  readonly onDelta: (delta: Delta) => void;
  readonly resolve: (result: CompletionResult) => void;
  readonly reject: (error: unknown) => void;
}

interface GatewayOptions {
  readonly store: (row: ReplyRow, request: CompletionRequest) => unknown;
  readonly textOf?: (replyId: string) => string;
}

const connectionLost = () => new CompletionError('network', 'The connection was lost.');

/** An in-memory gateway that writes and stores replies even if no page reads them. */
export function createFakeGateway({ store, textOf = () => '' }: GatewayOptions) {
  const completions: FakeReply[] = [];
  const resumed: ResumeRequest[] = [];
  const stopped: string[] = [];
  /** For each reply id, a function that reads the reply from a position. */
  const replies = new Map<string, (position: Position, reader: Reader) => void>();
  const stops = new Map<string, () => void>();
  const stored = new Map<string, unknown>();
  /** The replies that are being written, with the messages that they answer. */
  const running = new Map<string, string>();
  let isOffline = false;

  const begin = (request: CompletionRequest, options: CompleteChatOptions, first: Reader) => {
    const id = request.reply?.replyId ?? '';
    const seed = request.reply?.continues ? textOf(request.reply.continues) : '';
    const readers = new Set<Reader>([first]);
    let text = seed;
    let reasoning = '';
    let details: Partial<Delta> = {};
    let row: unknown;
    const drop = (act: (reader: Reader) => void) => {
      for (const reader of readers) act(reader);
      readers.clear();
    };
    if (request.reply) running.set(id, request.reply.questionId);
    const save = (status: MessageEnd, model = request.model) => {
      running.delete(id);
      if (!request.reply || (text === seed && reasoning === '')) return;
      row = store(
        {
          id,
          question_id: request.reply.questionId,
          content: text,
          status,
          model_id: details.model ?? model,
          vendor_id: details.vendor ?? null,
          unavailable_vendor: details.unavailableVendor ?? null,
          ...(reasoning !== '' && { reasoning_ms: 12_000 }),
          ...(request.reply.instructions && { usage: { instructions: [...request.reply.instructions] } }),
        },
        request,
      );
    };
    const result = (): CompletionResult => ({
      text,
      finishReason: 'stop',
      model: request.model,
      ...(details.usage && { usage: details.usage }),
      ...(row !== undefined && { stored: row }),
    });
    const forget = () => void (replies.delete(id), stops.delete(id), running.delete(id));
    const finish = (status: MessageEnd) => {
      save(status);
      if (row === undefined) forget();
      drop(({ resolve }) => resolve(result()));
    };
    replies.set(id, ({ from, reasoningFrom }, reader) => {
      if (text.length > from) reader.onDelta({ text: text.slice(from) });
      if (reasoning.length > reasoningFrom)
        reader.onDelta({ text: '', reasoning: reasoning.slice(reasoningFrom) });
      if (row === undefined) readers.add(reader);
      else reader.resolve(result());
    });
    stops.set(id, () => row === undefined && finish('stopped'));
    completions.push({
      request,
      options,
      say: (piece, { text: _text, ...news } = {}) => {
        text += piece;
        reasoning += news.reasoning ?? '';
        details = { ...details, ...news };
        for (const { onDelta } of readers) onDelta({ text: piece, ...news });
      },
      end: ({ finishReason, usage } = {}) => {
        if (usage) details = { ...details, usage };
        finish(finishReason === 'length' ? 'length' : 'complete');
      },
      fail: (error) => {
        save('interrupted');
        if (row === undefined) forget();
        drop(({ reject }) => reject(error));
      },
      cut: (error = connectionLost()) => drop(({ reject }) => reject(error)),
      forget: () => {
        forget();
        drop(({ reject }) => reject(connectionLost()));
      },
    });
  };
  const read = (signal: AbortSignal, act: (reader: Omit<Reader, 'onDelta'>) => void) =>
    new Promise<CompletionResult>((resolve, reject) => {
      if (isOffline) return reject(connectionLost());
      signal.addEventListener('abort', () => reject(new CompletionError('aborted', 'Left')));
      act({ resolve, reject });
    });
  const platform: Pick<Platform, 'completeChat' | 'resumeReply' | 'stopReply'> = {
    completeChat: (request, options) =>
      read(options.signal, (reader) => begin(request, options, { ...reader, onDelta: options.onDelta })),
    resumeReply: ({ replyId, ...position }, { signal, onDelta }) =>
      read(signal, (reader) => {
        resumed.push({ replyId, ...position });
        const reply = replies.get(replyId);
        const row = stored.get(replyId);
        if (reply) reply(position, { ...reader, onDelta });
        else if (row) reader.resolve({ text: '', finishReason: 'stop', model: '', stored: row });
        else reader.reject(new CompletionError('not_found', 'There is no such reply.', 404));
      }),
    stopReply: async (replyId) => {
      if (isOffline) throw connectionLost();
      stopped.push(replyId);
      stops.get(replyId)?.();
    },
  };
  return {
    platform,
    completions,
    resumed,
    stopped,
    stored,
    running,
    setOffline: (offline: boolean) => void (isOffline = offline),
  };
}
