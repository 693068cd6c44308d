import type { CompletionRequest, CompletionResult, Delta } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { CompletionEvent, CompletionFailure } from '../../shared/ipc/contract.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
  readonly accessToken: string;
}

/** Asks for one reply, wherever it comes from. */
export type Ask = (request: CompletionRequest, options: AskOptions) => Promise<CompletionResult>;

/** The page that asked. */
export interface Asker {
  readonly id: number;
  /** Tells the page; throws when it is gone. */
  readonly tell: (event: CompletionEvent) => void;
}

export interface Completions {
  readonly start: (
    asker: Asker,
    call: { readonly requestId: string; readonly request: CompletionRequest; readonly accessToken: string },
  ) => void;
  readonly cancel: (askerId: number, requestId: string) => void;
  /** The page is gone: nobody reads its replies any more, so nobody shall pay for them. */
  readonly cancelAll: (askerId: number) => void;
  /** Settles when every reply under way has ended. */
  readonly idle: () => Promise<void>;
}

/** Replies that one page may have under way: more than any screen asks for, few enough to stop a page gone wild. */
export const repliesAtOnce = 16;

function toFailure(error: unknown, signal: AbortSignal): CompletionFailure {
  if (error instanceof CompletionError)
    return {
      code: error.code,
      message: error.message,
      ...(error.status === undefined ? {} : { status: error.status }),
    };
  if (signal.aborted) return { code: 'aborted', message: 'The reply was stopped.' };
  // The text of an unforeseen error is not ours, and may quote a header.
  return { code: 'api', message: 'The reply could not be fetched.' };
}

/** Runs replies for pages, each under the page's own request id, so that one page can neither hear nor stop another's. */
export function createCompletions(ask: Ask): Completions {
  const running = new Map<
    number,
    Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>
  >();

  const run = async (
    asker: Asker,
    requestId: string,
    request: CompletionRequest,
    accessToken: string,
    abort: AbortController,
  ): Promise<void> => {
    const { signal } = abort;
    const tell = (event: CompletionEvent): void => {
      try {
        asker.tell(event);
      } catch {
        // The page went away between two pieces.
        abort.abort();
      }
    };
    try {
      const result = await ask(request, {
        signal,
        accessToken,
        onDelta: (delta) => {
          if (!signal.aborted) tell({ requestId, kind: 'delta', delta });
        },
      });
      tell({ requestId, kind: 'done', result });
    } catch (error) {
      tell({ requestId, kind: 'failed', error: toFailure(error, signal) });
    } finally {
      const own = running.get(asker.id);
      own?.delete(requestId);
      if (own?.size === 0) running.delete(asker.id);
    }
  };

  return {
    start: (asker, { requestId, request, accessToken }) => {
      const own = running.get(asker.id) ?? new Map<string, never>();
      if (own.has(requestId)) throw new UserFacingError('This request is under way already.');
      if (own.size >= repliesAtOnce) throw new UserFacingError('Too many replies are under way.');
      const abort = new AbortController();
      running.set(asker.id, own);
      // Begun in a later turn, so that the entry is there before the work can end.
      const ended = Promise.resolve().then(() => run(asker, requestId, request, accessToken, abort));
      own.set(requestId, { abort, ended });
    },
    cancel: (askerId, requestId) => running.get(askerId)?.get(requestId)?.abort.abort(),
    cancelAll: (askerId) => {
      for (const { abort } of running.get(askerId)?.values() ?? []) abort.abort();
    },
    idle: async () => {
      await Promise.all([...running.values()].flatMap((own) => [...own.values()].map(({ ended }) => ended)));
    },
  };
}
