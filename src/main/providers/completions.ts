import type {
  CompletionRequest,
  CompletionResult,
  Delta,
  ResumeRequest,
} from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { CompletionEvent, CompletionFailure } from '../../shared/ipc/contract.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import type { Replies } from '../replies/replies.ts';

export interface CompleteOptions {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
  readonly accessToken: string;
}

export type Complete = (request: CompletionRequest, options: CompleteOptions) => Promise<CompletionResult>;

export interface Receiver {
  readonly id: number;
  /** Throws if the page is closed. */
  readonly send: (event: CompletionEvent) => void;
}

export interface Completions {
  readonly start: (
    receiver: Receiver,
    call: { readonly requestId: string; readonly request: CompletionRequest; readonly accessToken: string },
  ) => void;
  /** Sends a reply that the main process is writing for this user to a page. False if there is none. */
  readonly resume: (
    receiver: Receiver,
    call: { readonly requestId: string; readonly userId: string; readonly request: ResumeRequest },
  ) => boolean;
  /** Cancels a reply without a target. A reply with a target continues, but this page gets no more deltas. */
  readonly cancel: (pageId: number, requestId: string) => void;
  /** Like `cancel`, for all requests of a page that was closed. */
  readonly cancelAll: (pageId: number) => void;
  readonly isRunning: () => boolean;
  readonly idle: () => Promise<void>;
}

/** The maximum number of concurrent replies per page. No screen needs more, so only a faulty page reaches it. */
export const maxRunningReplies = 16;

function toFailure(error: unknown, signal: AbortSignal): CompletionFailure {
  if (error instanceof CompletionError)
    return {
      code: error.code,
      message: error.message,
      ...(error.status === undefined ? {} : { status: error.status }),
    };
  if (signal.aborted) return { code: 'aborted', message: 'The reply was stopped.' };
  // Other errors may quote a header, so their text is not shown.
  return { code: 'api', message: "Couldn't load the reply. Try again." };
}

/** Runs requests for replies. A page can cancel only its own requests. */
export function createCompletions(complete: Complete, replies: Pick<Replies, 'has' | 'resume'>): Completions {
  const running = new Map<
    number,
    Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>
  >();

  /** Passes a reply to its page. `read` starts the reply, or continues a running one. */
  const pass = async (
    receiver: Receiver,
    requestId: string,
    abort: AbortController,
    read: (onDelta: (delta: Delta) => void) => Promise<CompletionResult>,
  ): Promise<void> => {
    const { signal } = abort;
    const send = (event: CompletionEvent): void => {
      try {
        receiver.send(event);
      } catch {
        // The page was closed.
        abort.abort();
      }
    };
    try {
      const result = await read((delta) => {
        if (!signal.aborted) send({ requestId, kind: 'delta', delta });
      });
      send({ requestId, kind: 'done', result });
    } catch (error) {
      send({ requestId, kind: 'failed', error: toFailure(error, signal) });
    } finally {
      const pageReplies = running.get(receiver.id);
      pageReplies?.delete(requestId);
      if (pageReplies?.size === 0) running.delete(receiver.id);
    }
  };
  /** @throws UserFacingError if the page has too many replies, or this one is already running */
  const add = (
    receiver: Receiver,
    requestId: string,
    read: (signal: AbortSignal, onDelta: (delta: Delta) => void) => Promise<CompletionResult>,
  ): void => {
    const pageReplies = running.get(receiver.id) ?? new Map<string, never>();
    if (pageReplies.has(requestId)) throw new UserFacingError('This request is already running.');
    if (pageReplies.size >= maxRunningReplies)
      throw new UserFacingError('Too many replies are running. Stop one and try again.');
    const abort = new AbortController();
    running.set(receiver.id, pageReplies);
    // Starts asynchronously, so that the entry exists before the reply ends.
    const ended = Promise.resolve().then(() =>
      pass(receiver, requestId, abort, (onDelta) => read(abort.signal, onDelta)),
    );
    pageReplies.set(requestId, { abort, ended });
  };

  return {
    start: (receiver, { requestId, request, accessToken }) =>
      add(receiver, requestId, (signal, onDelta) =>
        complete(request, {
          // A reply with a target continues without its page, so the page's signal must not abort it.
          signal: request.reply ? new AbortController().signal : signal,
          onDelta,
          accessToken,
        }),
      ),
    resume: (receiver, { requestId, userId, request }) => {
      if (!replies.has(userId, request.replyId)) return false;
      add(receiver, requestId, (signal, onDelta) => replies.resume(userId, request, { signal, onDelta }));
      return true;
    },
    cancel: (pageId, requestId) => running.get(pageId)?.get(requestId)?.abort.abort(),
    cancelAll: (pageId) => {
      for (const { abort } of running.get(pageId)?.values() ?? []) abort.abort();
    },
    isRunning: () => running.size > 0,
    idle: async () => {
      await Promise.all([...running.values()].flatMap((own) => [...own.values()].map(({ ended }) => ended)));
    },
  };
}
