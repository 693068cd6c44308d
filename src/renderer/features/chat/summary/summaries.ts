import type { QueryClient } from '@tanstack/react-query';
import type { ChatParameters, ChatSummary } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionRequest } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { showToast } from '../../../lib/toast.ts';
import { translateMessage } from '../../../lib/translate-message.ts';
import type { Platform } from '../../../platform/platform.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatChanges } from '../outbox/chat-changes.ts';
import { summaryToasts } from './texts.ts';
import type { ChatModel } from '../turn/live-turn.ts';

interface SummariesOptions extends Pick<Platform, 'completeChat'> {
  readonly client: QueryClient;
  readonly changes: Pick<ChatChanges, 'setSummary'>;
  readonly readAccessToken: () => Promise<string>;
  /** Called when a summary has ended. It counts as one message, so the usage must be refreshed. */
  readonly onEnded: () => void;
}

/** A request for a summary, and a function that converts the reply to a summary. */
export interface PreparedSummary {
  readonly model: ChatModel;
  readonly request: Pick<CompletionRequest, 'messages' | 'temperature' | 'maxTokens' | 'facts'>;
  readonly toSummary: (reply: string) => ChatSummary | null;
}

type Prepare = (parameters: ChatParameters | null) => Promise<PreparedSummary>;

/** Writes at most one summary per chat at a time. Writing continues when the user opens another chat. */
export class Summaries {
  readonly #options: SummariesOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(options: SummariesOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isRunning(chatId: string): boolean {
    return this.#running.has(chatId);
  }

  /** Requests a summary from the chat's model and saves it with the chat. Failures are shown as toasts. */
  async write(chatId: string, prepare: Prepare): Promise<void> {
    if (this.#running.has(chatId)) return;
    const controller = new AbortController();
    this.#change(() => this.#running.set(chatId, controller));
    try {
      await this.#write(chatId, prepare, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      const hasReason = error instanceof CompletionError;
      showToast(
        hasReason
          ? { ...summaryToasts.blank, message: translateMessage(error.message) }
          : summaryToasts.notRequested,
      );
    } finally {
      this.#change(() => this.#running.delete(chatId));
      this.#options.onEnded();
    }
  }

  stop(chatId: string): void {
    this.#running.get(chatId)?.abort();
  }

  /** Removes the summary. As many messages as fit are then sent again. */
  async remove(chatId: string): Promise<void> {
    await this.#options.changes.setSummary(chatId, null);
  }

  dispose(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #write(chatId: string, prepare: Prepare, signal: AbortSignal): Promise<void> {
    const { client, changes, completeChat, readAccessToken } = this.#options;
    const chat = await client.fetchQuery(chatQueries.one(chatId));
    const { model, request, toSummary } = await prepare(chat?.parameters ?? null);
    const accessToken = await readAccessToken();
    if (signal.aborted) return;
    const { id, vendor } = model;
    const { text } = await completeChat(
      { messageId: crypto.randomUUID(), ...(vendor && { vendor: vendor.name }), model: id, ...request },
      {
        signal,
        accessToken,
        ...(vendor?.endpointOrigin && { endpointOrigin: vendor.endpointOrigin }),
        onDelta: () => {},
      },
    );
    const summary = toSummary(text);
    if (summary) await changes.setSummary(chatId, summary);
    else showToast(summaryToasts.blank);
  }

  #change(change: () => void): void {
    change();
    for (const listener of this.#listeners) listener();
  }
}
