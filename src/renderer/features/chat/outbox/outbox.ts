import type { ExecuteResult, Operation, OperationOutcome } from './operation.ts';
import { createTabs, type OutboxTabs } from './tabs.ts';

/**
 * The pauses between attempts (ms). Browsers signal when the network is back, but not when the service is.
 */
const RETRY_DELAYS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;

export interface OperationStorage {
  /** Resolves with null if this device's storage can't be read. */
  readonly list: () => Promise<readonly Operation[] | null>;
  /** Operations of earlier visits whose `add` did not finish, in order. */
  readonly unsaved: () => readonly Operation[];
  /** Resolves with true if the operation was saved. */
  readonly add: (operation: Operation) => Promise<boolean>;
  readonly replace: (operation: Operation) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

interface EndContext {
  /** True if this tab executed or canceled the operation. */
  readonly isHere: boolean;
  /** True if a caller in this tab waits for the operation's result. */
  readonly isAwaited: boolean;
}

interface OutboxOptions {
  /** Names the lock and the channel that the tabs of an account share. */
  readonly userId: string;
  readonly store: OperationStorage;
  readonly execute: (operation: Operation) => Promise<ExecuteResult>;
  /** Called in every tab before the operation leaves the outbox. */
  readonly onEnd: (operation: Operation, end: OperationOutcome, context: EndContext) => void;
}

/**
 * Keeps operations in order until the service confirms or refuses them. The device saves an operation before
 * its first attempt. Only one tab executes operations at a time. Repeated attempts have no effect.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #tabs: OutboxTabs;
  readonly #listeners = new Set<() => void>();
  readonly #unsaved = new Set<string>();
  readonly #awaited = new Map<string, (end: OperationOutcome | 'waiting') => void>();
  #operations: readonly Operation[] = [];
  #waiting: readonly Operation[] = [];
  #isOffline = false;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #mustRepeat = false;
  #isOver = false;
  #changes = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#tabs = createTabs(options.userId, (message) => {
      if (message.ended) this.#remove(message.ended, message.end, false);
      else void this.#reload();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same array until an operation changes. */
  readonly all = (): readonly Operation[] => this.#operations;

  /**
   * Returns the operations that wait because the service is unreachable. The array stays the same until one of them
   * changes.
   */
  readonly waiting = (): readonly Operation[] => this.#waiting;

  get(id: string): Operation | undefined {
    return this.#operations.find((operation) => operation.id === id);
  }

  /** Resolves after the operation's first attempt. */
  async add(operation: Operation): Promise<void> {
    this.#changes += 1;
    this.#set([...this.#operations, operation]);
    this.#unsaved.add(operation.id);
    if (await this.#options.store.add(operation)) this.#unsaved.delete(operation.id);
    // The user or another tab may have canceled the operation meanwhile.
    if (!this.get(operation.id)) await this.#options.store.remove(operation.id);
    this.#tabs.announce();
    await this.run();
  }

  /**
   * Resolves with the operation's result, or with 'waiting' if the service is unreachable.
   *
   * @param maxWait in milliseconds: a later result counts as 'waiting'
   */
  outcome(id: string, maxWait = Infinity): Promise<OperationOutcome | 'waiting'> {
    return new Promise((resolve) => {
      this.#awaited.set(id, resolve);
      if (maxWait === Infinity) return;
      setTimeout(() => {
        if (this.#awaited.get(id) === resolve) this.#awaited.delete(id);
        resolve('waiting');
      }, maxWait);
    });
  }

  replace(operation: Operation): void {
    if (!this.get(operation.id)) return;
    this.#changes += 1;
    this.#set(this.#operations.map((other) => (other.id === operation.id ? operation : other)));
    void this.#options.store.replace(operation).then(() => this.#tabs.announce());
  }

  cancel(id: string): void {
    const operation = this.get(id);
    if (operation) void this.#end(operation, 'cancelled');
  }

  async restore(): Promise<void> {
    // The engine of an earlier screen may already have them.
    for (const operation of this.#options.store.unsaved())
      if (!this.get(operation.id)) void this.add(operation);
    await this.#reload();
    await this.run();
  }

  /**
   * Executes the operations in order until the service is unreachable. A busy chat doesn't delay other chats.
   */
  async run(): Promise<void> {
    this.#mustRepeat = true;
    this.#running ??= this.#tabs.runExclusively(() => this.#execute()).finally(() => (this.#running = null));
    await this.#running;
    // The earlier run was already ending when `run` was called, so it missed the new operation.
    if (this.#mustRepeat && !this.#isOver) await this.run();
  }

  /** Called when the network is back. The pauses start from the shortest one again. */
  retry(): void {
    this.#attempts = 0;
    void this.run();
  }

  /** Stops executing. The operations stay on the device. */
  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#tabs.close();
  }

  async #execute(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#mustRepeat && !this.#isOver) {
      this.#mustRepeat = false;
      // Another tab may have executed operations.
      await this.#reload();
      this.#isOffline = await this.#executeAll();
      this.#set(this.#operations);
      if (!this.#isOffline) continue;
      for (const resolve of this.#awaited.values()) resolve('waiting');
      this.#awaited.clear();
      this.#mustRepeat = false;
    }
    if (this.#operations.length === 0 || this.#isOver) return;
    this.#timer = setTimeout(
      () => void this.run(),
      RETRY_DELAYS[Math.min(this.#attempts, RETRY_DELAYS.length - 1)],
    );
    this.#attempts += 1;
  }

  /** Resolves with true if the service is unreachable. */
  async #executeAll(): Promise<boolean> {
    const busy = new Set<string | null>();
    for (const { id } of this.#operations) {
      const operation = this.get(id);
      if (!operation || this.#isOver || this.#isPointless(operation)) continue;
      const chatId = chatOf(operation);
      if (busy.has(chatId)) continue;
      const result = await this.#options.execute(operation);
      if (result === 'offline') return true;
      if (result === 'busy') busy.add(chatId);
      else {
        this.#attempts = 0;
        await this.#end(operation, result);
      }
    }
    return false;
  }

  /** True if a later operation deletes the chat anyway. */
  #isPointless(operation: Operation): boolean {
    const chatId = chatOf(operation);
    return (
      operation.kind !== 'delete' &&
      this.#operations.some((other) => other.kind === 'delete' && other.chatId === chatId)
    );
  }

  async #end(operation: Operation, end: OperationOutcome): Promise<void> {
    this.#remove(operation, end, true);
    await this.#options.store.remove(operation.id);
    this.#tabs.announce({ ended: operation, end });
    if (operation.kind !== 'delete' || end !== 'done') return;
    for (const other of this.#operations.filter((each) => chatOf(each) === operation.chatId))
      await this.#end(other, 'done');
  }

  #remove(operation: Operation, end: OperationOutcome, isHere: boolean): void {
    // `onEnd` must run before the operation leaves the outbox. Otherwise, screens would briefly show the
    // earlier state.
    const resolve = this.#awaited.get(operation.id);
    this.#options.onEnd(operation, end, { isHere, isAwaited: resolve !== undefined });
    resolve?.(end);
    this.#awaited.delete(operation.id);
    this.#unsaved.delete(operation.id);
    this.#changes += 1;
    this.#set(this.#operations.filter(({ id }) => id !== operation.id));
  }

  /** Reads the operations again, because other tabs may have changed them. */
  async #reload(): Promise<void> {
    let storedOperations: readonly Operation[] | null;
    let changes: number;
    // Reads again if an operation changed during the read, because the result may not contain the change.
    do {
      changes = this.#changes;
      storedOperations = await this.#options.store.list();
    } while (changes !== this.#changes);
    if (storedOperations === null || this.#isOver) return;
    const unsaved = this.#operations.filter(({ id }) => this.#unsaved.has(id));
    const ids = new Set(unsaved.map(({ id }) => id));
    this.#set([...storedOperations.filter(({ id }) => !ids.has(id)), ...unsaved]);
  }

  #set(operations: readonly Operation[]): void {
    this.#operations = operations;
    if (this.#isOffline || this.#waiting.length > 0) this.#waiting = this.#isOffline ? operations : [];
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the id of the operation's chat, or null if it changes no chat. */
const chatOf = (operation: Operation): string | null =>
  operation.kind === 'library' ? null : operation.chatId;
