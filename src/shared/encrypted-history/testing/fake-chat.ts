import type { Vault } from '../../vault/account-keys.ts';
import type { HeadMessage, StoredHead } from '../../vault/chat-head.ts';
import type { ShownRows } from '../absent-messages.ts';
import type { ChatMemory, RememberedChat } from '../chat-memory.ts';
import { acceptChat, type ChatCheck, checkChat, type ChatProblems } from '../check-chat.ts';
import type { FunctionCall } from '../function-call.ts';
import { deleteOnDevice, emptyHeads } from '../heads.ts';
import type { History } from '../history.ts';
import { ServiceRefusal } from '../service-refusal.ts';

/** A fake service with one chat. Tests change its stored rows or responses, like a hostile service. */
export class FakeChatService {
  readonly chatId: string;
  readonly #publicKey: string;
  messages: HeadMessage[] = [];
  active: string | null = null;
  head: StoredHead | null = null;
  state = 'on';
  isReadable = true;
  exists = true;
  /** Ids of messages that are returned without a text. */
  readonly emptied = new Set<string>();
  /** Ids of messages that are not returned. */
  readonly dropped = new Set<string>();
  readonly replaced = new Map<string, HeadMessage>();
  acceptsHeads = true;
  /** Statements that encrypted history was turned off. */
  statements: string[] = [];
  /** Called before each request. */
  before: (name: string) => Promise<void> | void = () => {};

  constructor(chatId: string, publicKey: string) {
    this.chatId = chatId;
    this.#publicKey = publicKey;
  }

  /** Stores messages that follow each other. Returns their ids. */
  add(count: number, parentId: string | null = this.active): string[] {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    for (const [index, id] of ids.entries())
      this.messages.push({ id, parentId: ids[index - 1] ?? (index === 0 ? parentId : null) });
    this.active = ids.at(-1) ?? this.active;
    return ids;
  }

  /** Returns the last `most` messages of the active branch. */
  branch(most = Number.POSITIVE_INFINITY): ShownRows {
    const byId = new Map(
      this.messages.map((message) => [message.id, this.replaced.get(message.id) ?? message]),
    );
    const rows: HeadMessage[] = [];
    for (let row = byId.get(this.active ?? ''); row; row = byId.get(row.parentId ?? '')) rows.unshift(row);
    const end = rows.filter(({ id }) => !this.dropped.has(id)).slice(-most);
    return {
      messages: end.map((row) => ({ ...row, isVerified: !this.emptied.has(row.id) })),
      isWhole: end.length < most || end[0]?.parentId === null,
    };
  }

  #save({ number, envelope }: StoredHead): boolean {
    if (!this.acceptsHeads || number !== (this.head?.number ?? 0) + 1) return false;
    this.head = { number, envelope };
    return true;
  }

  readonly service: ChatCheck['service'] = {
    read: async (table, query) => {
      await this.before(table);
      if (table === 'turn_off_statements') return this.statements.map((statement) => ({ statement }));
      const ids = /id=in\.\(([^)]*)\)/.exec(query)?.[1]?.split(',') ?? this.messages.map(({ id }) => id);
      return this.messages
        .filter(({ id }) => ids.includes(id) && !this.dropped.has(id))
        .map(({ id }) => ({ id, chat_id: this.chatId }));
    },
    call: async (name, parameters) => {
      await this.before(name);
      if (name === 'save_chat_head') return this.#save(parameters as never);
      return {
        state: this.state,
        public_key: this.#publicKey,
        chats: [
          {
            id: this.chatId,
            exists: this.exists,
            is_readable: this.isReadable && this.exists,
            ...(this.head ?? { envelope: null }),
          },
        ],
      };
    },
  };

  /** Deletes a message and all that follow it. */
  readonly remove = async (parameters: Readonly<Record<string, unknown>>): Promise<number> => {
    await this.before('delete_version');
    const { message, head } = parameters as { readonly message: string; readonly head: StoredHead };
    if (!this.#save(head)) throw new ServiceRefusal(Response.json({ hint: 'chat_head' }, { status: 409 }));
    const deleted = new Set([message]);
    for (const { id, parentId } of this.messages) if (deleted.has(parentId ?? '')) deleted.add(id);
    const parent = this.messages.find(({ id }) => id === message)?.parentId;
    this.messages = this.messages.filter(({ id }) => !deleted.has(id));
    if (deleted.has(this.active ?? '')) {
      const sibling = this.messages.findLast(({ parentId }) => parentId === parent);
      this.active = sibling?.id ?? parent ?? null;
    }
    return deleted.size;
  };
}

/** A device with one page, which shows the branch that it loaded last. */
export class FakeDevice {
  readonly #vault: Vault;
  readonly #service: FakeChatService;
  #rows: ShownRows | null = null;
  #remembered: RememberedChat | null = null;
  readonly #memory: ChatMemory = {
    read: async () => this.#remembered,
    write: async (_chat, remembered) => void (this.#remembered = remembered),
    replace: async (_chat, remembered) => void (this.#remembered = remembered),
  };
  most = Number.POSITIVE_INFINITY;

  constructor(vault: Vault, service: FakeChatService) {
    this.#vault = vault;
    this.#service = service;
  }

  async load(): Promise<void> {
    await this.#service.before('list_branch');
    this.#rows = this.#service.branch(this.most);
  }

  get #check(): ChatCheck {
    return {
      vault: this.#vault,
      service: this.#service.service,
      chatId: this.#service.chatId,
      memory: this.#memory,
      readRows: async (isFresh) => {
        if (isFresh) await this.load();
        return this.#rows;
      },
    };
  }

  /** Checks the branch on the page. */
  check(): Promise<ChatProblems | null> {
    return checkChat(this.#check);
  }

  accept(): Promise<boolean> {
    return acceptChat(this.#check);
  }

  async loadAndCheck(): Promise<ChatProblems | null> {
    await this.load();
    return this.check();
  }

  #call(parameters: Readonly<Record<string, unknown>>): FunctionCall {
    return {
      parameters,
      history: { vault: this.#vault } as History,
      service: this.#service.service as FunctionCall['service'],
      cipher: {} as FunctionCall['cipher'],
      send: this.#service.remove,
    };
  }

  async delete(message: string): Promise<void> {
    await deleteOnDevice(this.#call({ message }), this.#memory);
  }

  /** Prepares an import of the chat. */
  async emptyHead(): Promise<void> {
    await emptyHeads(this.#call({}), [this.#service.chatId], this.#memory);
  }
}
