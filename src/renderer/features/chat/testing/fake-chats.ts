import { noProject } from '../../../../shared/brand.ts';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { ReplyUsage } from '../chat.ts';
import type { ReplyRow } from './fake-gateway.ts';
import { type FakeRequest, type FakeService, startFakeService } from '../../../testing/fake-service.ts';

export interface StoredChat {
  id: string;
  title: string;
  project_id?: string;
  created_at: string;
  updated_at: string;
  pinned_at?: string | null;
  archived_at?: string | null;
  model_id?: string | null;
  vendor_id?: string | null;
  parameters?: unknown;
}

export interface StoredProject {
  id: string;
  name: string;
  color: string;
  instructions?: string | null;
  model_id?: string | null;
  vendor_id?: string | null;
  persona_id?: string | null;
  archived_at?: string | null;
  updated_at: string;
}

export interface StoredMessage {
  id: string;
  chat_id: string;
  role: string;
  content: string;
  status: string;
  model_id: string | null;
  vendor_id: string | null;
  unavailable_vendor: string | null;
  created_at: string;
  seq: number;
  /** If absent, the parent is the chat's previous message. */
  parent_id?: string | null;
  reasoning_ms?: number | null;
  usage?: ReplyUsage | null;
  parameters?: ChatParameters | null;
  attachments?: readonly unknown[] | null;
}

export interface FakeChats extends FakeService {
  readonly chats: StoredChat[];
  readonly projects: StoredProject[];
  readonly messages: StoredMessage[];
  /** Stores a reply as the gateway does, and returns its row. */
  readonly storeReply: (reply: ReplyRow) => StoredMessage;
  /** Refuses all further messages, as if the quota were used up. */
  readonly refuseMessages: (message: string) => void;
}

/** Keeps chats and messages in memory. */
export function startFakeChats(): FakeChats {
  const service = startFakeService();
  const chats: StoredChat[] = [];
  const projects: StoredProject[] = [];
  const messages: StoredMessage[] = [];
  let refusal: string | null = null;
  const at = () => new Date(Date.now() + messages.length).toISOString();
  const idOf = ({ search }: FakeRequest) => /[?&]id=eq\.([^&]+)/.exec(search)?.[1];

  service.answer('POST /rest/v1/rpc/search_messages', { body: [] });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendors', { body: [] });
  service.answer('GET /rest/v1/removed_vendors', { body: [] });
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'Be helpful.' }] });
  service.answer('GET /rest/v1/account_instructions', { body: [] });
  service.answer('GET /rest/v1/project_files', { body: [] });
  service.answer('GET /rest/v1/personas', { body: [] });
  service.answer('GET /rest/v1/published_personas', { body: [] });
  service.answer('GET /rest/v1/chat_history', (request) => {
    const id = idOf(request);
    const project = /[?&]project_id=eq\.([^&]+)/.exec(request.search)?.[1];
    const isPinnedOnly = request.search.includes('pinned_at=not.is.null');
    const isListed = request.search.includes('archived_at=is.null');
    const found = chats
      .filter((chat) => (id ? chat.id === id : !isPinnedOnly || chat.pinned_at))
      .filter((chat) => !isListed || !chat.archived_at)
      .filter((chat) => !project || (chat.project_id ?? noProject) === project)
      .map((chat) => ({
        project_id: noProject,
        pinned_at: null,
        archived_at: null,
        model_id: null,
        vendor_id: null,
        ...chat,
      }));
    return { body: found.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)) };
  });
  service.answer('POST /rest/v1/chat_history', ({ body }) => {
    const { user_id: _user, ...chat } = body as StoredChat & Record<string, unknown>;
    if (!isProject(chat.project_id)) return projectGone;
    chats.push({ ...chat, created_at: at(), updated_at: at() });
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/chat_history', (request) => {
    const chat = chats.find(({ id }) => id === idOf(request));
    if (!isProject((request.body as Partial<StoredChat>).project_id)) return projectGone;
    if (chat) Object.assign(chat, request.body);
    return { body: chat ? [{ id: chat.id }] : [] };
  });
  service.answer('DELETE /rest/v1/chat_history', (request) => {
    const index = chats.findIndex(({ id }) => id === idOf(request));
    const isUsed = messages.some(({ chat_id }) => chat_id === chats[index]?.id);
    if (isUsed && request.search.includes('active_message_id=is.null')) return { status: 204 };
    if (index >= 0) chats.splice(index, 1);
    return { status: 204 };
  });
  answerProjects(service, { chats, projects });
  const isProject = (id: string | undefined) =>
    id === undefined || id === noProject || projects.some((project) => project.id === id);
  const leaves = new Map<string, string>();
  const { branchOf, newestBelow } = treeOf(messages, leaves);
  service.answer('POST /rest/v1/rpc/list_branch', ({ body }) => {
    const {
      chat,
      before,
      max_messages: most,
    } = body as {
      chat: string;
      before?: string;
      max_messages: number;
    };
    return { body: branchOf(chat, before).slice(-most) };
  });
  service.answer('POST /rest/v1/rpc/get_chat_usage', {
    body: {
      tokens: 3408,
      cost: 7_500_000,
      is_estimated: true,
      is_cost_estimated: true,
      priced: 2,
      unpriced: 1,
      own_tokens: 0,
      own_cost: 0,
    },
  });
  service.answer('POST /rest/v1/rpc/count_branch', ({ body }) => ({
    body: branchOf((body as { chat: string }).chat).length,
  }));
  service.answer('POST /rest/v1/rpc/show_version', ({ body }) => {
    const message = messages.find(({ id }) => id === (body as { message: string }).message);
    if (message) leaves.set(message.chat_id, newestBelow(message.id));
    return { body: message?.id ?? null };
  });
  service.answer('POST /rest/v1/rpc/delete_version', ({ body }) => {
    const { message: id } = body as { message: string };
    const chatId = messages.find((message) => message.id === id)?.chat_id ?? '';
    const other = branchOf(chatId)
      .find(({ versions }) => versions.includes(id))
      ?.versions.findLast((version) => version !== id);
    const parent = messages.find((message) => message.id === id)?.parent_id;
    const deleted = messages.filter((message) =>
      branchOf(chatId, undefined, message.id).some((row) => row.id === id),
    );
    for (const message of deleted) messages.splice(messages.indexOf(message), 1);
    const leaf = other ? newestBelow(other) : parent;
    if (leaf) leaves.set(chatId, leaf);
    else leaves.delete(chatId);
    return { body: deleted.length };
  });
  service.answer('POST /rest/v1/rpc/fork_chat', ({ body }) => {
    const { message: id, new_chat } = body as { message: string; new_chat: string };
    const source = messages.find((message) => message.id === id);
    const branch = branchOf(source?.chat_id ?? '', undefined, id);
    const title = chats.find((chat) => chat.id === source?.chat_id)?.title ?? '';
    chats.push({ id: new_chat, title, created_at: at(), updated_at: at() });
    for (const { parent_id: _parent, ...row } of branch)
      messages.push({ ...row, id: crypto.randomUUID(), chat_id: new_chat });
    return { body: new_chat };
  });
  // Answers the request that precedes a deletion: a chat's messages with all versions.
  const messagesOf = ({ search }: FakeRequest) => {
    const query = new URLSearchParams(search);
    const [chat, after] = ['chat_id', 'seq'].map((name) => query.get(name)?.replace(/^[a-z]+\./, ''));
    return messages
      .filter(({ chat_id, seq }) => chat_id === chat && seq > Number(after ?? -1))
      .slice(0, Number(query.get('limit') ?? Infinity));
  };
  service.answer('GET /rest/v1/chat_messages', (request) => ({ body: messagesOf(request) }));
  service.answer('HEAD /rest/v1/chat_messages', (request) => ({
    headers: { 'content-range': `*/${messagesOf(request).length}` },
  }));
  service.answer('POST /rest/v1/chat_messages', ({ body }) => {
    if (refusal)
      return { status: 400, body: { code: 'P0001', message: refusal, hint: 'quota', details: null } };
    const noReply = { status: 'complete', model_id: null, vendor_id: null, unavailable_vendor: null };
    const rows = body as Omit<StoredMessage, keyof typeof noReply>[];
    return { status: 201, body: rows.map((row) => store({ ...noReply, ...row })) };
  });
  service.answer('POST /rest/v1/message_attachments', ({ body }) => {
    const { message_id, text, ...row } = body as Record<string, string>;
    const nothing = { pages: null, width: null, height: null, text_length: text?.length ?? null };
    const message = messages.find(({ id }) => id === message_id);
    if (message) message.attachments = [...(message.attachments ?? []), { ...nothing, ...row }];
    return { status: 201 };
  });
  service.answer('GET /rest/v1/running_replies', { body: [] });
  const store = (row: Omit<StoredMessage, 'created_at' | 'seq'>): StoredMessage => {
    const { id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor } = row;
    const { reasoning_ms = null, parameters = null, usage = null } = row;
    const known = {
      id,
      chat_id,
      role,
      content,
      status,
      model_id,
      vendor_id,
      unavailable_vendor,
      reasoning_ms,
      parameters,
      usage,
    };
    const leaf = branchOf(chat_id).at(-1)?.id ?? null;
    const parent_id = row.parent_id === id ? null : (row.parent_id ?? leaf);
    const stored = { ...known, created_at: at(), seq: messages.length + 1, parent_id };
    messages.push(stored);
    leaves.set(chat_id, id);
    return stored;
  };
  const storeReply = ({ question_id, ...reply }: ReplyRow) => {
    const chat_id = messages.find(({ id }) => id === question_id)?.chat_id ?? '';
    return store({ ...reply, chat_id, role: 'assistant', parent_id: question_id });
  };
  return {
    ...service,
    chats,
    projects,
    messages,
    storeReply,
    refuseMessages: (message) => void (refusal = message),
  };
}

const projectGone = {
  status: 400,
  body: { code: 'P0001', message: 'This project no longer exists.', hint: 'project', details: null },
};

function answerProjects(
  service: FakeService,
  { chats, projects }: { chats: StoredChat[]; projects: StoredProject[] },
): void {
  const matching = ({ search }: FakeRequest) => {
    const query = new URLSearchParams(search);
    const isEqual = (project: StoredProject, column: 'id' | 'updated_at') =>
      !query.has(column) || query.get(column) === `eq.${project[column]}`;
    return projects.filter((project) => isEqual(project, 'id') && isEqual(project, 'updated_at'));
  };
  service.answer('GET /rest/v1/projects', (request) => ({
    body: matching(request).map((project) => ({
      instructions: null,
      model_id: null,
      vendor_id: null,
      persona_id: null,
      archived_at: null,
      ...project,
    })),
  }));
  service.answer('POST /rest/v1/projects', ({ body }) => {
    const created = body as readonly StoredProject[];
    projects.push(...created.map((project) => ({ ...project, updated_at: new Date().toISOString() })));
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/projects', (request) => {
    const changed = matching(request);
    for (const project of changed)
      Object.assign(project, request.body, { updated_at: `${project.updated_at}+` });
    return { body: changed.map(({ id }) => ({ id })) };
  });
  service.answer('DELETE /rest/v1/projects', (request) => {
    for (const { id } of matching(request)) {
      projects.splice(
        projects.findIndex((project) => project.id === id),
        1,
      );
      for (const chat of chats) if (chat.project_id === id) chat.project_id = noProject;
    }
    return { status: 204 };
  });
}

function treeOf(messages: readonly StoredMessage[], leaves: ReadonlyMap<string, string>) {
  const parentOf = (row: StoredMessage): string | null => {
    if (row.parent_id !== undefined) return row.parent_id;
    const ofChat = messages.filter(({ chat_id }) => chat_id === row.chat_id);
    return ofChat[ofChat.indexOf(row) - 1]?.id ?? null;
  };
  const find = (id: string | null | undefined) => messages.find((message) => message.id === id);
  const branchOf = (chatId: string, before?: string, from?: string) => {
    const ofChat = messages.filter(({ chat_id }) => chat_id === chatId);
    const beginning = find(before);
    const leaf = beginning
      ? find(parentOf(beginning))
      : (find(from) ?? find(leaves.get(chatId)) ?? ofChat.at(-1));
    const branch: StoredMessage[] = [];
    for (let row = leaf; row; row = find(parentOf(row))) branch.unshift(row);
    return branch.map((row) => ({
      ...row,
      parent_id: parentOf(row),
      versions: ofChat.filter((other) => parentOf(other) === parentOf(row)).map(({ id }) => id),
    }));
  };
  const newestBelow = (id: string): string => {
    const child = messages.findLast((message) => parentOf(message) === id);
    return child ? newestBelow(child.id) : id;
  };
  return { branchOf, newestBelow };
}
