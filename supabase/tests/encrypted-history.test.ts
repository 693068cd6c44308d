import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  forgetHistories,
  onHistoryOpened,
  setFindVault,
} from '../../src/shared/encrypted-history/open-history.ts';
import { sendEncrypted } from '../../src/shared/encrypted-history/requests.ts';
import { sentences } from '../../src/shared/encrypted-history/sentences.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import type { Vault } from '../../src/shared/vault/account-keys.ts';
import { encryptedColumns } from '../../src/shared/database/text-columns.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount } from './testing/encrypted-accounts.ts';

const canary = 'canary-7f3a';

describeSchema('an encrypted history', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let user: SignedIn;
  let vault: Vault;
  let device: SupabaseClient;
  /** Everything that the device sent to the service or received from it. */
  const exchanged: string[] = [];
  const addresses: string[] = [];

  const record: typeof fetch = async (input, init) => {
    addresses.push(decodeURIComponent(new Request(input).url));
    if (typeof init?.body === 'string') exchanged.push(init.body);
    const response = await fetch(input, init);
    exchanged.push(await response.clone().text());
    return response;
  };
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    user = await signIn(service, { plan: 'professional' });
    vault = await encryptAccount(database, user.id);
    setFindVault(async () => vault);
    device = createClient(service.url, 'sb_publishable_test', {
      auth: { persistSession: false },
      accessToken: async () => user.token,
      global: { fetch: (input, init) => sendEncrypted(record, user.id, input, init) },
    });
  });
  afterAll(async () => {
    setFindVault(async () => null);
    await service.close();
  });

  const makeChat = async (title = `Title ${canary}`) => {
    const id = randomUUID();
    const parameters = { instructions: `Instructions ${canary}`, temperature: 0.5 };
    await device.from('chat_history').insert({ id, user_id: user.id, title, parameters }).throwOnError();
    return id;
  };
  const say = async (
    chat: string,
    content = `Text ${canary}`,
    row: Readonly<Record<string, unknown>> = {},
  ) => {
    const message = { id: randomUUID(), chat_id: chat, user_id: user.id, role: 'user', content, ...row };
    const { data } = await device
      .from('chat_messages')
      .insert([message])
      .select('id, chat_id, role, content, parent_id')
      .throwOnError();
    return (data as { id: string; content: string; parent_id: string | null }[])[0]!;
  };
  const branch = async (chat: string) =>
    (await device.rpc('list_branch', { chat }).throwOnError()).data as {
      id: string;
      content: string;
      parent_id: string | null;
    }[];
  /** Finds all tables that contain the canary in any column. */
  const leaks = async (): Promise<string[]> => {
    const found: string[] = [];
    const tables = await database.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private', 'storage', 'auth', 'clover_realtime') and c.relkind = 'r'`,
    );
    for (const { name } of tables) {
      const rows = await database.query(`select 1 from ${name} t where t::text like $1 limit 1`, [
        `%${canary}%`,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };

  it('returns what was written, and the service sees no text', async () => {
    const chat = await makeChat();
    const first = await say(chat);
    expect(first).toMatchObject({ content: `Text ${canary}`, parent_id: null });
    const second = await say(chat, `More ${canary}`);
    expect(second.parent_id).toBe(first.id);
    expect((await branch(chat)).map(({ content }) => content)).toEqual([`Text ${canary}`, `More ${canary}`]);
    const { data } = await device
      .from('chat_history')
      .select('id, title, parameters')
      .eq('id', chat)
      .maybeSingle()
      .throwOnError();
    expect(data).toEqual({
      id: chat,
      title: `Title ${canary}`,
      parameters: { instructions: `Instructions ${canary}`, temperature: 0.5 },
    });
    await device
      .from('chat_history')
      .update({ title: `Renamed ${canary}` })
      .eq('id', chat)
      .throwOnError();
    const start = (await device.rpc('app_start', { project: 'blue_clover', max_chats: 9, max_pinned: 9 }))
      .data;
    expect(JSON.stringify(start)).toContain(`Renamed ${canary}`);
    expect(await leaks()).toEqual([]);
    expect(exchanged.join()).not.toContain(canary);
  });

  it('reads messages of all chats in their order of arrival, and the keys of these chats together', async () => {
    const chats = [await makeChat(), await makeChat(), await makeChat()];
    const first = await say(chats[2]!, 'One');
    for (const [index, chat] of chats.entries()) await say(chat, `Of ${index}`);
    const { data: stored } = await device
      .from('chat_messages')
      .select('seq')
      .eq('id', first.id)
      .throwOnError();
    forgetHistories();
    addresses.length = 0;
    const { data } = await device
      .from('chat_messages')
      .select('id, chat_id, role, content, model_id, created_at, seq')
      .eq('user_id', user.id)
      .eq('content_format', 'encrypted')
      .gt('seq', stored[0]!.seq)
      .order('seq')
      .limit(200)
      .throwOnError();
    expect(data).toMatchObject(chats.map((chat, index) => ({ chat_id: chat, content: `Of ${index}` })));
    const keyRequests = addresses.filter((address) => address.includes('/chat_history?'));
    expect(keyRequests).toHaveLength(1);
    for (const chat of chats) expect(keyRequests[0]).toContain(chat);
  });

  it('contains personas, prompts, projects, memories, drafts and instructions', async () => {
    const chat = await makeChat();
    const rows = {
      personas: {
        name: canary,
        instructions: `Be ${canary}`,
        starters: [`Ask ${canary}`, `Tell ${canary}`],
      },
      saved_prompts: { name: canary, title: `About ${canary}`, text: `Write ${canary}` },
      projects: { name: canary },
      memories: { content: canary },
    };
    for (const [table, row] of Object.entries(rows)) {
      const id = randomUUID();
      await device
        .from(table)
        .insert({ id, ...row })
        .throwOnError();
      const columns = Object.keys(row).join();
      const { data } = await device.from(table).select(columns).eq('id', id).single().throwOnError();
      expect(data).toEqual(row);
      const [column = ''] = Object.keys(row);
      const change = { [column]: `other-${canary}` };
      await device.from(table).update(change).eq('id', id).throwOnError();
      const { data: changed } = await device.from(table).select(column).eq('id', id).throwOnError();
      expect(changed).toEqual([change]);
    }
    for (const draft of [null, chat]) {
      const row = { chat_id: draft, text: `Draft ${canary}` };
      await device.from('shared_drafts').upsert(row, { onConflict: 'user_id,chat_id' }).throwOnError();
    }
    const { data: drafts } = await device.from('shared_drafts').select('chat_id, text').throwOnError();
    expect(drafts).toEqual([
      { chat_id: null, text: `Draft ${canary}` },
      { chat_id: chat, text: `Draft ${canary}` },
    ]);
    const edited = { about: `I am ${canary}`, style: '', is_used: true };
    const saved = await device
      .rpc('save_account_instructions', { ...edited, known_revision: 0 })
      .throwOnError();
    expect(saved.data).toMatchObject({ is_saved: true, stored: { ...edited, revision: 1 } });
    // The response to the first request was lost.
    const again = await device
      .rpc('save_account_instructions', { ...edited, known_revision: 0 })
      .throwOnError();
    expect(again.data).toMatchObject({ is_saved: true, stored: edited });
    expect(await leaks()).toEqual([]);
    expect(exchanged.join()).not.toContain(canary);
  });

  it('finds chats by title and sorts by name on the device', async () => {
    const [one] = [await makeChat(`A blue ${canary} bird`), await makeChat('A red bird')];
    const { data } = await device
      .from('chat_history')
      .select('id, title')
      .ilike('title', '%BLUE%')
      .limit(5)
      .throwOnError();
    expect(data).toEqual([{ id: one, title: `A blue ${canary} bird` }]);
    for (const name of ['pear', 'apple', 'fig'])
      await device.from('projects').insert({ id: randomUUID(), name }).throwOnError();
    const { data: sorted } = await device
      .from('projects')
      .select('name')
      .in('color', ['gray'])
      .order('name')
      .throwOnError();
    const names = (sorted as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('fig');
    const search = await device.rpc('search_messages', { query: 'bird' });
    expect(search.status).toBe(503);
  });

  it('is exported and imported on the device, even in parts', async () => {
    const chat = randomUUID();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const messages = ids.map((id, index) => ({
      id,
      parent_id: ids[index - 1] ?? null,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Imported ${canary} ${index}`,
    }));
    const row = { id: chat, title: `Imported ${canary}`, active_message_id: ids[2], total: 3 };
    for (const [offset, part] of [messages.slice(0, 2), messages.slice(2)].entries())
      await device
        .rpc('import_chats', { chats: [{ ...row, offset: offset * 2, messages: part }] })
        .throwOnError();
    expect((await branch(chat)).map(({ content }) => content)).toEqual(messages.map((m) => m.content));
    const exported = await device.rpc('export_messages', { chat }).throwOnError();
    expect((exported.data as { content: string }[]).map(({ content }) => content)).toEqual(
      messages.map((m) => m.content),
    );
    const chats = (await device.rpc('export_chats').throwOnError()).data as { id: string; title: string }[];
    expect(chats.find(({ id }) => id === chat)?.title).toBe(`Imported ${canary}`);
    const prompt = await say(chat, `Prompt ${canary}`, { role: 'system' });
    const after = await say(chat, 'After');
    expect(after.parent_id).toBe(prompt.id);
    const found = await device.rpc('find_system_prompt', { before: after.id }).throwOnError();
    expect(found.data).toBe(`Prompt ${canary}`);
    expect(await leaks()).toEqual([]);
  });

  it('is forked on the device, and the copies are bound to the new chat', async () => {
    const chat = await makeChat();
    const [first, last] = [await say(chat, `One ${canary}`), await say(chat, `Two ${canary}`)];
    await say(chat, 'Three');
    const copy = randomUUID();
    await device.rpc('fork_chat', { message: last.id, new_chat: copy }).throwOnError();
    const copied = await branch(copy);
    expect(copied.map(({ content }) => content)).toEqual([`One ${canary}`, `Two ${canary}`]);
    expect(copied[0]?.id).not.toBe(first.id);
    expect(copied[1]?.parent_id).toBe(copied[0]?.id);
    expect(await leaks()).toEqual([]);
  });

  it('opens one history for requests that start together', async () => {
    const chat = await makeChat();
    forgetHistories();
    const opened = vi.fn<() => void>();
    onHistoryOpened(opened);
    const read = () => device.from('chat_history').select('title').eq('id', chat).throwOnError();
    await Promise.all([read(), read(), read()]);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('refuses texts while it is locked, but allows deleting', async () => {
    const [chat, other] = [await makeChat(), await makeChat()];
    setFindVault(async () => null);
    const read = await device.from('chat_history').select('title').eq('id', chat).single();
    expect(read.error).toMatchObject({ hint: 'encryption_locked', message: sentences().locked });
    const renamed = await device.from('chat_history').update({ title: canary }).eq('id', chat);
    expect(renamed.error).toMatchObject({ hint: 'encryption_locked' });
    await device.from('chat_history').delete().eq('id', other).throwOnError();
    setFindVault(async () => vault);
    const { data } = await device.from('chat_history').select('title').in('id', [chat, other]).throwOnError();
    expect(data).toEqual([{ title: `Title ${canary}` }]);
  });

  it('does not write to a chat whose key was replaced', async () => {
    const [chat, other] = [await makeChat(), await makeChat()];
    await database.query(
      `update public.chat_history c set chat_key = (select o.chat_key from public.chat_history o where o.id = $2)
       where c.id = $1`,
      [chat, other],
    );
    // The copy acts as another device, which hasn't decrypted the key yet.
    const copy = { ...vault };
    setFindVault(async () => copy);
    const { error } = await device
      .from('chat_messages')
      .insert({ id: randomUUID(), chat_id: chat, user_id: user.id, role: 'user', content: canary });
    expect(error).toMatchObject({ code: 'PT409', hint: 'encryption_key' });
    const { data } = await device.from('chat_history').select('title').eq('id', chat).single();
    expect(data).toEqual({ title: sentences().failedTitle });
    setFindVault(async () => vault);
    expect(await leaks()).toEqual([]);
  });

  it('shows where a text failed verification, and all other texts', async () => {
    const chat = await makeChat();
    const [first, second] = [await say(chat, 'One'), await say(chat, 'Two')];
    const third = await say(chat, 'Three');
    await database.query(
      `update public.chat_messages m set content = (select o.content from public.chat_messages o where o.id = $2)
       where m.id = $1`,
      [second.id, first.id],
    );
    expect((await branch(chat)).map(({ content }) => content)).toEqual(['One', sentences().failed, 'Three']);
    // An account with encrypted history has stored no plain text, so this text fails verification.
    await database.query(
      `update public.chat_messages set content_format = 'plain', content = 'Buy it' where id = $1`,
      [third.id],
    );
    expect((await branch(chat)).at(-1)?.content).toBe(sentences().failed);
  });

  it('covers every encrypted column of a table that clients use', () => {
    const tables = Object.keys(encryptedColumns).filter((table) => table.startsWith('public.'));
    expect(tables).toHaveLength(11);
  });
});
