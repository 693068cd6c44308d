import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RunningTestService } from '../../../src/service/testing/running-service.ts';
import { createConversionService } from '../../../src/shared/encrypted-history/conversion-service.ts';
import { convertHistory } from '../../../src/shared/encrypted-history/convert.ts';
import {
  createHistory,
  type History,
  type HistoryState,
} from '../../../src/shared/encrypted-history/history.ts';
import { sendWith } from '../../../src/shared/encrypted-history/requests.ts';
import { createHistoryService, type HistoryService } from '../../../src/shared/encrypted-history/service.ts';
import type { Vault } from '../../../src/shared/vault/account-keys.ts';
import type { SignedIn } from './callers.ts';

const key = 'sb_publishable_test';

/** Called with each request of a device, before it is sent. */
type Listener = (path: string) => Promise<void> | void;

/** A device of an account with encrypted history. Its page has just been loaded, so it has no keys of chats. */
export interface EncryptedDevice {
  readonly client: SupabaseClient;
  readonly history: History;
  /** Sends requests without encryption. */
  readonly service: HistoryService;
  /** Calls `listener` before each request, and waits for it. Undefined removes the listener. */
  readonly beforeRequest: (listener?: Listener) => void;
  /** Converts the history, as the device does in the background. */
  readonly convert: () => Promise<void>;
}

export function openEncryptedDevice(
  { url }: RunningTestService,
  { token }: SignedIn,
  vault: Vault,
  state: HistoryState = 'on',
  fetchFrom: typeof fetch = fetch,
): EncryptedDevice {
  const history = createHistory({ ...vault }, state);
  let listen: Listener | undefined;
  const send: typeof fetch = async (input, init) => {
    await listen?.(new Request(input).url.split('/v1/')[1] ?? '');
    return fetchFrom(input, init);
  };
  const credentials = { apikey: key, authorization: `Bearer ${token}` };
  const service = createHistoryService(send, `${url}/rest/v1/`, credentials, null);
  const conversion = createConversionService(async () => service);
  return {
    client: createClient(url, key, {
      auth: { persistSession: false },
      accessToken: async () => token,
      global: { fetch: (input, init) => sendWith(async () => history, send, input, init) },
    }),
    history,
    service,
    beforeRequest: (listener) => {
      listen = listener;
    },
    convert: () => convertHistory(history, conversion, () => {}, new AbortController().signal),
  };
}

export async function storeChat({ client }: EncryptedDevice, id: string, title: string): Promise<void> {
  const { error } = await client.from('chat_history').insert({ id, title });
  // An earlier attempt succeeded.
  if (error && error.code !== '23505') throw error;
}

/** Stores a message of the user after the active message, as the app does. Returns its id. */
export async function say(
  { client }: EncryptedDevice,
  chat: string,
  content: string,
  id: string = crypto.randomUUID(),
): Promise<string> {
  const row = { id, chat_id: chat, role: 'user', content, parent_id: null, parameters: null };
  const { error } = await client.from('chat_messages').insert([row]).select('id, content');
  if (error && error.code !== '23505') throw error;
  return id;
}

/** Reads the texts of the chat's active branch. */
export async function readTexts({ client }: EncryptedDevice, chat: string): Promise<readonly string[]> {
  const { data } = await client.rpc('list_branch', { chat }).throwOnError();
  return (data as { readonly content: string }[]).map(({ content }) => content);
}
