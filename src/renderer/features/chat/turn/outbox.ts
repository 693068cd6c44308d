import { z } from 'zod';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import { queuedTurn } from './new-turn.ts';
import { holdReply, isAbandoned } from './reply-lock.ts';
import type { TurnOutcome } from './sending.ts';
import type { TurnRunner } from './turn-runner.ts';

/** How often (ms) queued messages are retried, because a service does not announce its return. */
const RETRY_EVERY = 10_000;

/** A queued message on the device, with the ids it will be stored under. */
const entrySchema = z.object({
  chatId: z.string(),
  title: z.string(),
  isChatStored: z.boolean(),
  startedAt: z.number(),
  messageId: z.string(),
  systemMessageId: z.string(),
  typed: z.string(),
  text: z.string(),
  systemPrompt: z.string().nullable(),
  after: z.string().nullable().exactOptional(),
  /** Null if it was sent before the models had loaded: then the selected one answers. */
  model: z
    .object({
      id: z.string(),
      name: z.string(),
      contextLength: z.number().nullable().exactOptional(),
      vendor: z.object({ name: z.string(), endpointOrigin: z.string().nullable() }).exactOptional(),
    })
    .nullable(),
});
type Entry = z.infer<typeof entrySchema>;

/** Stores the entries of one account. */
export interface OutboxStorage {
  readonly read: () => readonly string[];
  readonly write: (messageId: string, entry: string | null) => void;
}

interface OutboxOptions {
  readonly runner: TurnRunner;
  readonly storage: OutboxStorage;
  /** A retried message was refused: its text is restored and the reason is shown. */
  readonly onRefused: (turn: LiveTurn, outcome: TurnOutcome & { readonly kind: 'refused' }) => void;
  /** Called when the user cancels a message. */
  readonly onCancelled: (turn: LiveTurn) => void;
}

/**
 * Messages that could not be sent for lack of a connection or a model. They are saved on the device, sent in order
 * once possible, and survive a reload. Each is sent by one tab; its ids make a repeated attempt harmless.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #entries = new Map<string, { readonly entry: Entry; readonly letGo: () => void }>();
  readonly #undo: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #model: ChatModel | null = null;
  #isSending = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#undo = options.runner.turns.subscribe(() => this.#forgetSent());
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  has(messageId: string): boolean {
    return this.#entries.has(messageId);
  }

  /** Saves a message that the runner has set to `queued`. */
  add(turn: LiveTurn, model: ChatModel | null): void {
    if (this.has(turn.messageId)) return;
    const entry = entrySchema.parse({ ...turn, model });
    this.#options.storage.write(turn.messageId, JSON.stringify(entry));
    this.#hold(entry);
  }

  /** Whether a message waits for the models, not for a connection. */
  needsModel(messageId: string): boolean {
    return this.#model === null && this.#entries.get(messageId)?.entry.model === null;
  }

  /** Answers messages that were sent without a model; null while there is none. */
  setModel(model: ChatModel | null): void {
    this.#model = model;
    if (model) void this.send();
  }

  /** Cancels messages that were sent without a model. Returns whether there were any. */
  cancelWithoutModel(): boolean {
    const ids = [...this.#entries.keys()].filter((id) => this.needsModel(id));
    for (const id of ids) this.cancel(id);
    return ids.length > 0;
  }

  /** Restores the messages of an earlier visit and sends them. */
  async restore(): Promise<void> {
    const entries = this.#options.storage.read().flatMap((text) => parseEntry(text) ?? []);
    for (const entry of entries.toSorted((a, b) => a.startedAt - b.startedAt)) {
      // Without locks between tabs it is sent anyway: sent twice, it is still stored once.
      const isFree = await isAbandoned({ id: entry.messageId, writtenAt: 0 }, Date.now());
      const { turns } = this.#options.runner;
      // A chat has one turn: other messages stay on the device until the next visit.
      if (!isFree || turns.get(entry.chatId)) continue;
      this.#hold(entry);
      turns.set(queuedTurn(entry.model, entry));
    }
    await this.send();
  }

  /** Sends the messages in order and stops at the first one without a connection. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (const { entry } of this.#entries.values()) if (!(await this.#sendOne(entry))) return;
    } finally {
      this.#isSending = false;
    }
  }

  /** Cancels a message and returns its text to the composer. */
  cancel(messageId: string): void {
    const { runner, onCancelled } = this.#options;
    const chatId = this.#entries.get(messageId)?.entry.chatId ?? '';
    const turn = runner.turns.get(chatId);
    if (turn?.phase !== 'queued') return;
    runner.discard(chatId);
    onCancelled(turn);
  }

  /** Deletes all messages when the user signs out. */
  dispose(): void {
    this.#undo();
    for (const messageId of this.#entries.keys()) this.#remove(messageId);
  }

  /** Resolves to whether there was a connection, without waiting for the reply. */
  async #sendOne({ chatId, messageId, model }: Entry): Promise<boolean> {
    const { runner, onRefused } = this.#options;
    const turn = runner.turns.get(chatId);
    const answerer = model ?? this.#model;
    if (turn?.messageId !== messageId || turn.phase !== 'queued' || !answerer) return true;
    const outcome = runner.retry(chatId, answerer).then((end) => {
      if (end.kind === 'refused') onRefused(turn, end);
    });
    const { promise: tried, resolve } = Promise.withResolvers<void>();
    const undo = runner.turns.subscribe(() => {
      if (runner.turns.get(chatId)?.phase !== 'storing') resolve();
    });
    await Promise.race([outcome, tried]);
    undo();
    return runner.turns.get(chatId)?.phase !== 'queued';
  }

  #hold(entry: Entry): void {
    this.#entries.set(entry.messageId, { entry, letGo: holdReply(entry.messageId) });
    this.#timer ??= setInterval(() => void this.send(), RETRY_EVERY);
  }

  #remove(messageId: string): void {
    this.#entries.get(messageId)?.letGo();
    this.#entries.delete(messageId);
    this.#options.storage.write(messageId, null);
    if (!this.isEmpty) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Removes messages that were stored, refused or cancelled. */
  #forgetSent(): void {
    for (const { entry } of this.#entries.values()) {
      const turn = this.#options.runner.turns.get(entry.chatId);
      const isWaiting = turn?.phase === 'queued' || turn?.phase === 'storing';
      if (turn?.messageId !== entry.messageId || turn.isMessageStored || !isWaiting)
        this.#remove(entry.messageId);
    }
  }
}

/** Null for entries of another version of the app. */
function parseEntry(text: string): Entry | null {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
