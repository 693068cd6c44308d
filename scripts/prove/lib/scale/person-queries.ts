import { userParameters, type Query } from './query.ts';

const chatColumns = 'id, title, created_at, updated_at, pinned_at';
export const messageColumns =
  'id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor, created_at, seq, parent_id';
const ownChats = `select ${chatColumns} from public.chat_history where user_id = $1 and project_id = 'blue_clover'`;
const newest = 'order by updated_at desc, id desc limit';

// The queries that /rest/v1 runs for src/renderer. Each is one statement, which PostgREST wraps in JSON.
export const readQueries: readonly Query[] = [
  { name: 'chats: first page', as: 'person', sql: `${ownChats} ${newest} 50`, parameters: userParameters },
  {
    name: 'chats: next page',
    as: 'person',
    sql: `${ownChats} and updated_at <= $2 and (updated_at < $3 or (updated_at = $4 and id < $5)) ${newest} 500`,
    parameters: ({ user, cursor: { id, updatedAt } }) => [user, updatedAt, updatedAt, updatedAt, id],
  },
  {
    name: 'chats: part of a title',
    as: 'person',
    sql: `${ownChats} and title ilike '%trellis%' ${newest} 50`,
    parameters: userParameters,
  },
  {
    name: 'chats: pinned',
    as: 'person',
    sql: `${ownChats} and not pinned_at is null order by pinned_at desc limit 100`,
    parameters: userParameters,
  },
  {
    name: 'chats: one',
    as: 'person',
    sql: `select ${chatColumns} from public.chat_history where id = $1`,
    parameters: ({ longChat: chat }) => [chat],
  },
  {
    name: 'messages: last page',
    as: 'person',
    sql: 'select * from public.list_branch(chat := $1::uuid, max_messages := 60)',
    parameters: ({ longChat: chat }) => [chat],
  },
  {
    name: 'messages: older page',
    as: 'person',
    sql: 'select * from public.list_branch(chat := $1::uuid, before := $2::uuid, max_messages := 240)',
    parameters: ({ longChat: chat, middle }) => [chat, middle],
  },
  {
    name: 'messages: count',
    as: 'person',
    sql: 'select * from public.count_branch(chat := $1::uuid)',
    parameters: ({ longChat: chat }) => [chat],
  },
  {
    name: 'messages: system prompt',
    as: 'person',
    sql: 'select * from public.find_system_prompt(before := $1::uuid)',
    parameters: ({ middle }) => [middle],
  },
  {
    name: 'messages: the chat of a message',
    as: 'person',
    sql: 'select chat_id from public.chat_messages where id = $1',
    parameters: ({ middle }) => [middle],
  },
  {
    name: 'messages: all of a chat',
    as: 'person',
    sql: `select ${messageColumns} from public.chat_messages where chat_id = $1 order by created_at, seq limit 1000`,
    parameters: ({ longChat: chat }) => [chat],
  },
  {
    name: 'search: a word of ten own messages',
    as: 'person',
    sql: `select * from public.search_messages(query := 'quetzal ', max_results := 30)`,
  },
  {
    name: 'search: a phrase in code',
    as: 'person',
    sql: `select * from public.search_messages(query := 'garden.useTrellis', max_results := 30)`,
  },
  {
    name: 'search: a word of every message',
    as: 'person',
    sql: `select * from public.search_messages(query := 'the ', max_results := 30)`,
  },
  {
    name: 'search: a prefix',
    as: 'person',
    sql: `select * from public.search_messages(query := 'quet', max_results := 30)`,
  },
  {
    name: 'search: a prefix in every message',
    as: 'person',
    sql: `select * from public.search_messages(query := 'th', max_results := 30)`,
  },
  {
    name: 'account: message quota',
    as: 'person',
    sql: 'select * from public.get_message_quota()',
  },
  { name: 'account: budget', as: 'person', sql: 'select * from public.get_usage_budget()' },
  {
    name: 'account: own usage',
    as: 'person',
    sql: 'select usage_day, model_id, requests from public.message_usage where user_id = $1 order by usage_day desc limit 100',
    parameters: userParameters,
  },
  { name: 'account: hidden chats', as: 'person', sql: 'select * from public.count_hidden_chats()' },
  {
    name: 'account: plan, role, session',
    as: 'person',
    sql: `select public.own_access()`,
  },
  { name: 'account: sessions', as: 'person', sql: 'select * from public.list_sessions()' },
  { name: 'account: receipts', as: 'person', sql: 'select * from public.my_access_receipts()' },
  {
    name: 'account: API keys',
    as: 'person',
    sql: `select id, name, prefix, created_at, last_used_at, revoked_at from public.llm_api_keys
      where user_id = $1 order by created_at desc limit 100`,
    parameters: userParameters,
  },
  { name: 'export: account', as: 'person', sql: 'select public.export_account()' },
  { name: 'export: chats', as: 'person', sql: 'select * from public.export_chats()' },
  {
    name: 'export: messages',
    as: 'person',
    sql: 'select * from public.export_messages(chat := $1::uuid)',
    parameters: ({ longChat: chat }) => [chat],
  },
];

const message = `insert into public.chat_messages (id, chat_id, user_id, role, content)
  values (gen_random_uuid(), $1, $2, '%', 'Some ordinary words of a message') returning ${messageColumns}`;

export const writeQueries: readonly Query[] = [
  {
    name: 'write: a chat',
    as: 'person',
    sql: `insert into public.chat_history (id, user_id, title, project_id) values (gen_random_uuid(), $1, 'A title', 'blue_clover')`,
    parameters: userParameters,
  },
  {
    name: 'write: a message, counted',
    as: 'person',
    sql: message.replace('%', 'user'),
    parameters: ({ shortChat, user }) => [shortChat, user],
  },
  {
    name: 'write: a reply',
    as: 'person',
    sql: message.replace('%', 'assistant'),
    parameters: ({ shortChat, user }) => [shortChat, user],
  },
  {
    name: 'write: a new title',
    as: 'person',
    sql: `update public.chat_history set title = 'Another title' where id = $1`,
    parameters: ({ shortChat }) => [shortChat],
  },
  {
    name: 'write: delete a chat',
    as: 'person',
    sql: 'delete from public.chat_history where id = $1',
    parameters: ({ shortChat }) => [shortChat],
  },
  {
    name: 'gateway: begin a completion',
    as: 'service',
    sql: `select public.begin_completion(user_id := $1, message_id := gen_random_uuid(), session_id := $2)`,
    parameters: ({ user, session }) => [user, session],
  },
  {
    name: 'gateway: finish a completion',
    as: 'service',
    before: {
      sql: `select public.begin_completion(user_id := $1, message_id := $2)`,
      parameters: ({ user, session }) => [user, session],
    },
    sql: `select public.finish_completion(user_id := $1, message_id := $2, outcome := 'answered', model_id := 'clover-demo',
      prompt_tokens := 100, completion_tokens := 200)`,
    parameters: ({ user, session }) => [user, session],
  },
];
