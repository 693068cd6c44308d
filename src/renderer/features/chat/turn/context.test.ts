import { beforeEach, describe, expect, it } from 'vitest';
import { isUuid } from '../../../../shared/domain/uuid.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { startFakeChats } from '../testing/fake-chats.ts';
import { openMemoryFiles } from '../attachments/device/memory-files.ts';
import { readContext } from './context.ts';
import { temporaryPrompt } from './system-prompt.ts';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { LiveTurn } from './live-turn.ts';
import { sentTurn } from './new-turn.ts';
import { sendOperation } from '../outbox/send-operation.ts';
import { showMessages } from './shown-messages.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const noFiles = async () => openMemoryFiles();
const model = { id: 'some/model', name: 'Some Model' };

function turnOf(change: Partial<LiveTurn> = {}): LiveTurn {
  const operation = sendOperation({ chatId, title: '', isNewChat: false, text: 'Hello', model });
  return { ...sentTurn(operation, model, true), ...change };
}
const setting = (value: string) => ({ body: { setting_value: value } });

describe('the system prompt that is sent to the vendor', () => {
  let service: ReturnType<typeof startFakeChats>;
  const read = (turn: LiveTurn, parameters: ChatParameters | null = null, projectId: string | null = null) =>
    readContext(
      { client: createQueryClient(), userId: 'user', store: null, files: noFiles },
      turn,
      model,
      {
        parameters,
        projectId,
      },
      { signal: new AbortController().signal, onFiles: () => {} },
    );
  const context = async (turn: LiveTurn, parameters: ChatParameters | null = null) =>
    (await read(turn, parameters)).messages.map(({ role, content }) => [role, content]);
  beforeEach(() => {
    service = startFakeChats();
    storeSession();
  });

  it('is the current default if the chat has none [CHAT-080]', async () => {
    service.answer('GET /rest/v1/system_settings', setting(' Be kind. '));
    expect(await context(turnOf())).toEqual([
      ['system', 'Be kind.'],
      ['user', 'Hello'],
    ]);
    expect(service.to('/rest/v1/system_settings')[0]?.search).toContain(
      'setting_key=eq.default_system_prompt',
    );
    service.answer('GET /rest/v1/system_settings', setting('Be brief.'));
    expect((await context(turnOf()))[0]).toEqual(['system', 'Be brief.']);
  });

  it('is empty if administrators have removed the default', async () => {
    service.answer('GET /rest/v1/system_settings', setting(' '));
    expect(await context(turnOf())).toEqual([['user', 'Hello']]);
  });

  it('is the one in front of the message, with nothing added [CHAT-079, CHAT-080]', async () => {
    service.answer('GET /rest/v1/system_settings', setting('Be kind.'));
    expect(await context(turnOf({ systemPrompt: 'Be a pirate.' }))).toEqual([
      ['system', 'Be a pirate.'],
      ['user', 'Hello'],
    ]);
    expect(service.to('/rest/v1/system_settings')).toEqual([]);
  });

  it("is the chat's instructions instead, unless a message says otherwise", async () => {
    service.answer('GET /rest/v1/system_settings', setting('Be kind.'));
    const instructions = 'Be brief.';
    expect((await context(turnOf(), { instructions }))[0]).toEqual(['system', 'Be brief.']);
    expect((await context(turnOf({ systemPrompt: 'Be a pirate.' }), { instructions }))[0]).toEqual([
      'system',
      'Be a pirate.',
    ]);
  });

  it("contains the account's instructions unless the chat turns them off", async () => {
    const answer = (row: Readonly<Record<string, unknown>>) =>
      service.answer('GET /rest/v1/account_instructions', {
        body: [{ about: 'I am a nurse.', style: '', is_used: true, revision: 1, ...row }],
      });
    const about = async (parameters: ChatParameters | null = null) =>
      String((await context(turnOf(), parameters))[0]?.[1]).includes('I am a nurse.');
    answer({});
    expect(await about()).toBe(true);
    expect(await about({ accountInstructions: false })).toBe(false);
    answer({ is_used: false });
    expect(await about()).toBe(false);
    expect(await about({ accountInstructions: true })).toBe(true);
    expect(
      (await context(turnOf(), { accountInstructions: true, instructions: 'Be brief.' }))[0]?.[1],
    ).toMatch(/I am a nurse\..*Be brief\./s);
  });

  it('contains the memories only if memory is on and the chat uses the instructions', async () => {
    const answer = (row: Readonly<Record<string, unknown>>) =>
      service.answer('GET /rest/v1/account_instructions', {
        body: [{ about: '', style: '', is_used: true, uses_memory: true, revision: 1, ...row }],
      });
    const row = { chat_id: null, message_id: null, revision: 1, created_at: '2026-11-01T12:00:00Z' };
    service.answer('GET /rest/v1/memories', { body: [{ ...row, id: 'm1', content: 'I drink tea.' }] });
    const sent = async (parameters: ChatParameters | null = null) => {
      const { messages, instructions } = await read(turnOf(), parameters);
      const prompt = String(messages[0]?.content);
      return [prompt.includes('I drink tea.'), prompt.includes('[REMEMBER:'), instructions];
    };
    answer({});
    expect(await sent()).toEqual([true, true, ['memory']]);
    expect(await sent({ accountInstructions: false })).toEqual([false, false, []]);
    answer({ is_used: false });
    expect(await sent()).toEqual([false, false, []]);
    answer({ uses_memory: false });
    expect(await sent()).toEqual([false, false, []]);
  });

  it('contains the memories of a temporary chat only if its user asks for them, and no proposals', async () => {
    service.answer('GET /rest/v1/account_instructions', {
      body: [{ about: '', style: '', is_used: true, uses_memory: true, revision: 1 }],
    });
    const row = { chat_id: null, message_id: null, revision: 1, created_at: '2026-11-01T12:00:00Z' };
    service.answer('GET /rest/v1/memories', { body: [{ ...row, id: 'm1', content: 'I drink tea.' }] });
    expect((await temporaryPrompt(createQueryClient(), 'user', 'Be brief.', false)).text).toBe('Be brief.');
    const { text, sources } = await temporaryPrompt(createQueryClient(), 'user', 'Be brief.', true);
    expect(text).toMatch(/- I drink tea\.\n\n# For this chat\n\nBe brief\.$/);
    expect(sources).toEqual(['memory']);
  });

  it("contains this device's copy of the account's instructions without a connection", async () => {
    const own = { instructions: 'Be brief.' };
    service.answer('GET /rest/v1/account_instructions', {
      body: [{ about: 'I am a nurse.', style: '', is_used: true, revision: 1 }],
    });
    expect((await read(turnOf(), own)).instructions).toEqual(['account']);
    service.answer('GET /rest/v1/account_instructions', { status: 503 });
    const { messages, instructions } = await read(turnOf(), own);
    expect(messages[0]?.content).toContain('I am a nurse.');
    expect(instructions).toEqual(['account']);
    localStorage.clear();
    await expect(read(turnOf(), own)).rejects.toHaveProperty('message');
  });

  it("contains the project's instructions instead of the installation's, and names them", async () => {
    const id = '00000001-2222-4222-8222-222222222222';
    service.projects.push({
      id,
      name: 'Garden',
      color: 'green',
      instructions: 'Answer in Latin.',
      updated_at: '2026-11-01T00:00:00Z',
    });
    const { messages, instructions } = await read(turnOf(), null, id);
    expect(messages[0]?.content).toBe('Answer in Latin.');
    expect(instructions).toEqual(['project']);
    expect(service.to('/rest/v1/system_settings')).toEqual([]);
    service.projects.pop();
    expect(await read(turnOf(), null, id)).toMatchObject({
      messages: [{ content: 'Be helpful.' }, {}],
      instructions: [],
    });
  });

  it('has a third role that no visible message has', async () => {
    const turn = turnOf({ systemPrompt: 'Be a pirate.' });
    const reply = { ...turn.reply, text: 'Arr' };
    const shown = showMessages([], { ...turn, reply });
    expect(shown.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'Arr'],
    ]);
    expect(new Set(shown.map(({ id }) => id).filter(isUuid)).size).toBe(2);
    expect((await context(turn)).map(([role]) => role)).toEqual(['system', 'user']);
  });

  it('stays the one that an earlier message of the chat set [CHAT-079]', async () => {
    for (const [seq, [role, content]] of [
      ['system', 'Be a pirate.'],
      ['user', 'Ahoy'],
      ['assistant', 'Arr'],
    ].entries())
      service.messages.push({
        id: `${seq}2222222-2222-4222-8222-222222222222`,
        chat_id: chatId,
        role: role!,
        content: content!,
        status: 'complete',
        model_id: null,
        vendor_id: null,
        unavailable_vendor: null,
        created_at: `2026-11-20T10:00:0${seq}Z`,
        seq,
      });
    expect(await context(turnOf())).toEqual([
      ['system', 'Be a pirate.'],
      ['user', 'Ahoy'],
      ['assistant', 'Arr'],
      ['user', 'Hello'],
    ]);
  });
});
