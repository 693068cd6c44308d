interface Frame {
  readonly joinRef: string | null;
  readonly topic: string;
  readonly bindings: readonly { readonly table: string; readonly event: string }[];
}

/** The data of an event about the changed row. */
export interface TableChange {
  readonly type?: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly record?: Readonly<Record<string, unknown>>;
  readonly old_record?: Readonly<Record<string, unknown>>;
}

/** Starts at 1, because the library treats 0 as "no id". */
const idOf = (at: number) => at + 1;

type Message = readonly [string | null, string | null, string, string, Record<string, unknown>];

/** Accepts joins unless a test refuses them, and emits changes. */
export class FakeSocket extends EventTarget {
  static readonly #open = new Set<FakeSocket>();
  static #refusal: Record<string, unknown> | null = null;
  readonly url: string;
  readyState = 0;
  binaryType = 'blob';
  onopen: (() => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  #joined: Frame[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.#open.add(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  static emitChange(table: string, change: TableChange = {}): void {
    for (const socket of FakeSocket.#open) socket.#emit(table, change);
  }

  static isJoined(table: string): boolean {
    const joined = [...FakeSocket.#open].flatMap((socket) => socket.#joined);
    return joined.some(({ bindings }) => bindings.some((binding) => binding.table === table));
  }

  /** Closes a table's channels, as the service does when a token expires. */
  static endChannels(table: string): void {
    for (const socket of FakeSocket.#open) socket.#end(table);
  }

  /** Refuses further joins, as the service does for banned users. */
  static refuseJoins(): void {
    FakeSocket.#refusal = { reason: 'InvalidJWTToken: Token has expired or is not valid' };
  }

  static forget(): void {
    FakeSocket.#refusal = null;
    for (const socket of FakeSocket.#open) socket.close();
    FakeSocket.#open.clear();
  }

  send(text: string): void {
    const [joinRef, ref, topic, event, payload] = JSON.parse(text) as Message;
    if (event === 'phx_join' && FakeSocket.#refusal) {
      this.#deliver([joinRef, ref, topic, 'phx_reply', { status: 'error', response: FakeSocket.#refusal }]);
      return;
    }
    const response: Record<string, unknown> = {};
    if (event === 'phx_join') {
      const config = payload.config as { postgres_changes?: { table: string; event: string }[] };
      const bindings = config.postgres_changes ?? [];
      this.#joined.push({ joinRef, topic, bindings });
      response.postgres_changes = bindings.map((binding, at) => ({ id: idOf(at), ...binding }));
    }
    if (event === 'phx_leave') this.#joined = this.#joined.filter((frame) => frame.topic !== topic);
    this.#deliver([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code: 1000, reason: '', wasClean: true });
  }

  #end(table: string): void {
    const ended = this.#joined.filter(({ bindings }) => bindings.some((binding) => binding.table === table));
    this.#joined = this.#joined.filter((frame) => !ended.includes(frame));
    for (const { joinRef, topic } of ended) this.#deliver([joinRef, null, topic, 'phx_close', {}]);
  }

  #emit(table: string, { type, record = {}, old_record = {} }: TableChange): void {
    for (const { joinRef, topic, bindings } of this.#joined) {
      const listens = (event: string) => type === undefined || event === '*' || event === type;
      const ids = bindings.flatMap((binding, at) =>
        binding.table === table && listens(binding.event) ? [idOf(at)] : [],
      );
      const row = { columns: [], record, old_record, errors: null };
      const data = { schema: 'public', table, type: type ?? 'UPDATE', ...row };
      if (ids.length > 0) this.#deliver([joinRef, null, topic, 'postgres_changes', { ids, data }]);
    }
  }

  #deliver(message: Message): void {
    // Asynchronous, because the library expects no response within send().
    queueMicrotask(() => this.readyState === 1 && this.onmessage?.({ data: JSON.stringify(message) }));
  }
}
