import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurnOffStatements, type Vault } from '../vault/account-keys.ts';
import type { ClaimProblem } from '../vault/history-claim.ts';
import { createSampleAccount } from '../vault/testing/sample-account.ts';
import { setHistoryMemory } from './confirm-claim.ts';
import { forgetHistories, setFindVault } from './open-history.ts';
import { sendEncrypted } from './requests.ts';
import { sentences } from './sentences.ts';

const canary = 'canary-7f3a';
const base = 'https://clover.example/rest/v1/';

let account: Awaited<ReturnType<typeof createSampleAccount>>;
let stranger: Awaited<ReturnType<typeof createSampleAccount>>;
let memory: { wasOn: boolean; isOffAccepted: boolean };
const report = vi.fn<(problem: ClaimProblem) => void>();

beforeEach(async () => {
  account = await createSampleAccount();
  stranger = await createSampleAccount();
  memory = { wasOn: false, isOffAccepted: false };
  setFindVault(async () => account.vault);
  setHistoryMemory({
    wasOn: () => memory.wasOn,
    isOffAccepted: () => memory.isOffAccepted,
    noteOn: () => void (memory.wasOn = true),
    startCheck: () => report,
  });
});
afterEach(() => {
  forgetHistories();
  setFindVault(async () => null);
  setHistoryMemory(null);
  report.mockReset();
});

interface Claim {
  readonly state: string | null;
  readonly publicKey: string | null;
}

/** Starts a fake service with the claims of the test. It accepts everything. */
function startService(first: Claim) {
  /** `late` contains the claims of the next responses. */
  const answers = { claim: first, late: [] as Claim[], statements: [] as string[] };
  const sent: string[] = [];
  const row = () => {
    const { state, publicKey } = answers.late.shift() ?? answers.claim;
    return { state, public_key: publicKey };
  };
  const chat = () => ({ id: account.chatId, chat_key: account.chatKeyEnvelope, active_message_id: null });
  const answer = (path: string): unknown => {
    if (path === 'account_encryption') return [row()].filter(({ state }) => state !== null);
    if (path === 'chat_messages') return [{ id: account.chatId, chat_id: account.chatId }];
    if (path === 'turn_off_statements') return answers.statements.map((statement) => ({ statement }));
    if (path === 'rpc/prepare_chat') return { ...row(), chat: chat() };
    if (path === 'rpc/save_account_instructions') return { is_saved: true, stored: {} };
    if (path === 'rpc/read_chat_heads')
      return { ...row(), chats: [{ id: account.chatId, exists: true, is_readable: true }] };
    return [];
  };
  const send: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.slice('/rest/v1/'.length);
    sent.push(`${path} ${typeof init?.body === 'string' ? init.body : ''}`);
    return Response.json(answer(path));
  };
  const request = (path: string, method: string, body?: unknown) =>
    sendEncrypted(send, account.accountId, `${base}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { answers, sent, request, sentTexts: () => sent.filter((text) => text.includes(canary)) };
}
type Service = ReturnType<typeof startService>;

/** All requests that store a text. */
const writes: Readonly<Record<string, (service: Service) => Promise<Response>>> = {
  'a message': ({ request }) =>
    request('chat_messages', 'POST', {
      id: crypto.randomUUID(),
      chat_id: account.chatId,
      role: 'user',
      content: canary,
    }),
  'a title': ({ request }) => request(`chat_history?id=eq.${account.chatId}`, 'PATCH', { title: canary }),
  'the text of a file': ({ request }) =>
    request('message_attachments', 'POST', {
      id: crypto.randomUUID(),
      chat_id: account.chatId,
      name: canary,
      text: canary,
    }),
  'a persona': ({ request }) => request('personas', 'POST', { name: canary, instructions: canary }),
  'a prompt': ({ request }) => request('saved_prompts?id=eq.1', 'PATCH', { text: canary }),
  'a memory': ({ request }) => request('memories', 'POST', { content: canary }),
  'a draft': ({ request }) => request('shared_drafts', 'POST', { chat_id: account.chatId, text: canary }),
  instructions: ({ request }) =>
    request('rpc/save_account_instructions', 'POST', { about: canary, style: '', is_used: true }),
  'an imported chat': ({ request }) =>
    request('rpc/import_chats', 'POST', {
      chats: [
        {
          id: crypto.randomUUID(),
          title: canary,
          messages: [{ id: crypto.randomUUID(), role: 'user', content: canary }],
        },
      ],
    }),
};

const on = ({ publicKey }: Vault): Claim => ({ state: 'on', publicKey });
const lies: Readonly<Record<string, () => Claim>> = {
  'that it is off': () => ({ state: null, publicKey: null }),
  'that it is being turned off': () => ({ state: 'turning_off', publicKey: account.vault.publicKey }),
  'other keys': () => on(stranger.vault),
};

describe.each(Object.entries(lies))('a service that claims %s', (_, lie) => {
  it.each(Object.entries(writes))('does not receive the text of %s', async (_name, write) => {
    const service = startService(on(account.vault));
    await service.request(`chat_messages?select=id,content&chat_id=eq.${account.chatId}`, 'GET');
    service.answers.claim = lie();
    service.answers.statements = await createTurnOffStatements(stranger.vault);
    const response = await write(service);
    expect(service.sentTexts()).toEqual([]);
    // Like an unreachable service, so that the text waits.
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: '', message: sentences().unconfirmed });
    expect(report).toHaveBeenCalledWith(expect.stringMatching(/^(off|keys)$/));
  });

  it('receives no text from a page that has just opened', async () => {
    const service = startService(lie());
    const responses = await Promise.all(Object.values(writes).map((write) => write(service)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
    // Each caller can read its own response.
    for (const response of responses) await response.json();
    expect(service.sentTexts()).toEqual([]);
  });

  it('receives no deletion', async () => {
    const service = startService(on(account.vault));
    await service.request(`chat_messages?select=id,content&chat_id=eq.${account.chatId}`, 'GET');
    service.answers.claim = lie();
    const response = await service.request('rpc/delete_version', 'POST', { message: crypto.randomUUID() });
    expect(response.status).toBe(503);
    expect(service.sent.filter((request) => request.startsWith('rpc/delete_version'))).toEqual([]);
  });
});

describe.each([
  ...Object.entries(lies),
  [
    'that it is still being turned on',
    (): Claim => ({ state: 'turning_on', publicKey: account.vault.publicKey }),
  ] as const,
])('a late response that claims %s', (_, lie) => {
  it.each(Object.entries(writes))(
    'is not reported, and does not make the device send %s as plain text',
    async (_name, write) => {
      const service = startService(on(account.vault));
      await service.request('personas', 'POST', { name: 'Ada', instructions: 'Be kind' });
      service.answers.late.push(lie());
      expect((await write(service)).status).toBe(200);
      expect(service.answers.late).toEqual([]);
      expect(service.sentTexts()).toEqual([]);
      expect(report).not.toHaveBeenCalled();
    },
  );

  it('does not make the device sign a head', async () => {
    const service = startService(on(account.vault));
    await service.request('personas', 'POST', { name: 'Ada', instructions: 'Be kind' });
    service.answers.late.push(lie());
    await service.request('rpc/delete_version', 'POST', { message: crypto.randomUUID() });
    expect(service.answers.late).toEqual([]);
    expect(service.sent.filter((request) => request.includes('envelope'))).toEqual([]);
    expect(report).not.toHaveBeenCalled();
  });
});

it('starts the check before it asks the service what it says now', async () => {
  const service = startService({ state: null, publicKey: null });
  const sentBefore: number[] = [];
  const startCheck = () => {
    sentBefore.push(service.sent.length);
    return report;
  };
  setHistoryMemory({ wasOn: () => true, isOffAccepted: () => false, noteOn: () => {}, startCheck });
  await writes['a persona']!(service);
  // Two checks, each with a request for the claim and one for its statements.
  expect(service.sent).toHaveLength(4);
  expect(sentBefore).toEqual([2]);
  expect(report).toHaveBeenCalledExactlyOnceWith('off');
});

it('stores plain text if a device of the user has turned encrypted history off', async () => {
  const service = startService(on(account.vault));
  service.answers.claim = { state: null, publicKey: null };
  service.answers.statements = await createTurnOffStatements(account.vault);
  expect((await writes['a persona']!(service)).status).toBe(200);
  expect(service.sentTexts()).toHaveLength(1);
  // The service can't revoke the statement.
  service.answers.statements = [];
  await writes['a memory']!(service);
  expect(service.sentTexts()).toHaveLength(2);
  expect(report).not.toHaveBeenCalled();
});

it('requests unlocking again if a device of the user has turned encrypted history off and on', async () => {
  const service = startService(on(stranger.vault));
  service.answers.statements = await createTurnOffStatements(account.vault);
  const response = await writes['a persona']!(service);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ hint: 'encryption_key' });
  expect(service.sentTexts()).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});

it('stores plain text without a statement only after the user has accepted that', async () => {
  const service = startService({ state: null, publicKey: null });
  await writes['a persona']!(service);
  expect(service.sentTexts()).toEqual([]);
  memory.isOffAccepted = true;
  await writes['a persona']!(service);
  expect(service.sentTexts()).toHaveLength(1);
});

it('reads no plain text if the service claims that encrypted history is being turned on again', async () => {
  const service = startService({ state: 'turning_on', publicKey: account.vault.publicKey });
  const read = () => service.request('personas?select=id,name', 'GET');
  expect((await read()).status).toBe(200);
  expect(report).not.toHaveBeenCalled();
  service.answers.claim = on(account.vault);
  await writes['a persona']!(service);
  expect(memory.wasOn).toBe(true);
  service.answers.claim = { state: 'turning_on', publicKey: account.vault.publicKey };
  forgetHistories();
  expect((await read()).status).toBe(503);
  expect(report).toHaveBeenCalledExactlyOnceWith('older');
});
