import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { Delta } from '../../shared/completion/completion.ts';
import { guardFetch } from '../providers/outbound.ts';
import { createReplies, type Replies } from './replies.ts';
import { createReplyCalls } from './reply-calls.ts';
import { type FakeReplyService, startReplyService, tokenOf } from './testing/fake-reply-service.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUnsavedReplies } from './unsaved-replies.ts';

const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const otherId = '7f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = tokenOf(userId);
const replyId = '0b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';
const target = { replyId, questionId: '1b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d' };
const text = 'One two three four five six seven eight nine ten.';

let vendor: FakeVendor;
let service: FakeReplyService;
let directory: string;
let tokens: Tokens;
let replies: Replies;
let stored: unknown[];

/** Starts the app. Each start uses the same data folder. */
function startApp(): void {
  const fetch = guardFetch(globalThis.fetch);
  tokens = createTokens(service.service, fetch);
  replies = createReplies({
    calls: createReplyCalls(service.service, fetch),
    tokens,
    unsaved: createUnsavedReplies(directory, service.service.identity),
    fetch,
    onStored: (row) => stored.push(row),
  });
}

beforeAll(async () => void (vendor = await startVendor()));
afterAll(() => vendor.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vendor.reset();
  service = await startReplyService();
  directory = await mkdtemp(join(tmpdir(), 'clover-replies-'));
  stored = [];
  startApp();
});
afterEach(async () => {
  service.isAway = false;
  await replies.close();
  service.close();
  await rm(directory, { recursive: true });
});

function openPage() {
  const deltas: Delta[] = [];
  const abort = new AbortController();
  return {
    deltas,
    abort,
    text: () => deltas.map((delta) => delta.text).join(''),
    reader: { signal: abort.signal, onDelta: (delta: Delta) => void deltas.push(delta) },
  };
}

function write(page = openPage(), change: { readonly continues?: string; readonly replyId?: string } = {}) {
  const call = {
    vendor: {
      name: 'openai',
      displayName: 'OpenAI',
      endpointUrl: vendor.endpoints.openai,
      config: {},
      apiKey: 'sk-own-key',
    },
    request: {
      messageId: target.questionId,
      model: 'gpt-4o-mini',
      messages: [{ role: 'user' as const, content: 'Hello' }],
    },
    target: { ...target, ...change },
    accessToken,
  };
  const result = replies.write(userId, call, page.reader);
  // Some tests don't await the result.
  result.catch(() => undefined);
  return { ...page, result };
}
/** Starts a reply that pauses after its text until the test calls `finish`. */
async function writeAndPause() {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  vendor.script({ kind: 'pace', text, end });
  const page = write();
  await expect.poll(page.text).toBe(text);
  return { ...page, finish };
}
const files = () => readdir(join(directory, 'unsaved-replies')).catch(() => []);
const inService = () => service.replies.get(replyId);

describe('a reply that main writes', () => {
  it('is requested once and stored with its text, and its page receives the stored row', async () => {
    vendor.script({ kind: 'reply', text });
    const { result, deltas, ...page } = write();
    const row = {
      id: replyId,
      content: text,
      status: 'complete',
      model_id: 'gpt-4o-mini',
      vendor_id: 'openai',
    };
    expect(await result).toMatchObject({ text, finishReason: 'stop', vendor: 'openai', stored: row });
    expect(page.text()).toBe(text);
    expect(deltas.at(-1)).toEqual({ text: '', stored: row });
    expect(stored).toEqual([row]);
    expect(vendor.requests).toHaveLength(1);
    expect(service.calls.filter((name) => name !== 'user')).toEqual(['begin_reply', 'finish_reply']);
    expect(await files()).toEqual([]);
  });

  it("is stored with its time and its vendor's token counts, even after a restart", async () => {
    const usage = {
      requested_model: 'gpt-4o-mini',
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      reasoning_tokens: null,
      cached_tokens: null,
      reply_ms: expect.any(Number),
    };
    vendor.script({ kind: 'reply', text });
    await write().result;
    expect(inService()?.usage).toEqual(usage);
    service.replies.clear();
    const { finish } = await writeAndPause();
    service.isAway = true;
    finish();
    await expect.poll(files).toHaveLength(1);
    await replies.close();
    service.isAway = false;
    startApp();
    tokens.use(accessToken);
    await expect.poll(() => inService()?.status).toBe('complete');
    expect(inService()?.usage).toEqual(usage);
  });

  it('continues without its page, and a new page continues at the exact character', async () => {
    const first = await writeAndPause();
    first.abort.abort(new Error('gone'));
    await expect(first.result).rejects.toThrow('gone');
    const second = openPage();
    const rest = replies.resume(userId, { replyId, from: 8, reasoningFrom: 0 }, second.reader);
    await expect.poll(second.text).toBe(text.slice(8));
    first.finish();
    expect(await rest).toMatchObject({ text: text.slice(8), stored: { content: text } });
    expect(vendor.requests).toHaveLength(1);
  });

  it('is saved every second with only the new text, and stopped if the service refuses a save', async () => {
    const { result } = await writeAndPause();
    await expect.poll(() => inService()?.text, { timeout: 3_000 }).toBe(text);
    const saved = service.calls.filter((name) => name === 'save_reply').length;
    // An empty save shows the service that the reply is still running.
    await expect
      .poll(() => service.calls.filter((name) => name === 'save_reply').length, { timeout: 3_000 })
      .toBeGreaterThan(saved);
    inService()!.isStopped = true;
    expect(await result).toMatchObject({ text, stored: { status: 'stopped', content: text } });
    await expect(vendor.requests[0]!.ended).resolves.toBe('left');
  });

  it('is stopped only by its user, and stored as stopped', async () => {
    const { result } = await writeAndPause();
    expect(replies.stop(otherId, replyId)).toBe(false);
    expect(replies.has(otherId, replyId)).toBe(false);
    await expect(
      replies.resume(otherId, { replyId, from: 0, reasoningFrom: 0 }, openPage().reader),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(replies.stop(userId, replyId)).toBe(true);
    expect(await result).toMatchObject({ stored: { status: 'stopped', content: text } });
    expect(replies.stop(userId, replyId)).toBe(false);
  });

  it('is stored as interrupted if its vendor breaks off, and its page receives the reason', async () => {
    vendor.script({ kind: 'cut', after: 2 });
    const page = write();
    await expect(page.result).rejects.toMatchObject({ code: 'interrupted' });
    expect(inService()).toMatchObject({ status: 'interrupted', text: page.text() });
    expect(page.deltas.at(-1)?.stored).toMatchObject({ status: 'interrupted' });
  });

  it('without any text is not stored, but its end is reported to the service', async () => {
    vendor.script({ kind: 'status', status: 500 });
    await expect(write().result).rejects.toMatchObject({ name: 'CompletionError' });
    expect(service.calls.at(-1)).toBe('finish_reply');
    expect(stored).toEqual([]);
    expect(replies.has(userId, replyId)).toBe(false);
  });

  it.each([
    { code: 'quota', message: 'You have used your messages for today.' },
    { code: 'bad_request', message: 'The message is empty. Write something or attach a file.' },
    { code: 'interrupted', message: 'Connection error', status: 502 },
  ])('is not requested from the vendor if the service refuses it: $code', async (refusal) => {
    const { status, ...refused } = { status: undefined, ...refusal };
    service.refusal = refused;
    await expect(write().result).rejects.toMatchObject({ ...refused, status });
    expect(vendor.requests).toHaveLength(0);
  });

  it('is requested once, even if it is started twice', async () => {
    const first = await writeAndPause();
    await expect(write().result).rejects.toMatchObject({ code: 'reply_exists' });
    first.finish();
    await first.result;
    await expect(write().result).rejects.toMatchObject({ code: 'reply_exists' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('counts positions from the start of the reply that it continues', async () => {
    service.seed = 'Earlier text. ';
    vendor.script({ kind: 'reply', text });
    const { result, ...page } = write(openPage(), { continues: target.questionId });
    expect(await result).toMatchObject({ text, stored: { content: service.seed + text } });
    expect(page.text()).toBe(text);
  });
});

describe('while the service is unavailable', () => {
  it('a reply continues, is saved to disk at its end, and is stored once the service is back', async () => {
    const { result, finish } = await writeAndPause();
    service.isAway = true;
    finish();
    await expect.poll(files).toEqual([`${replyId}.json`]);
    // A page that was opened in the meantime can still read the reply.
    const page = openPage();
    const rest = replies.resume(userId, { replyId, from: 0, reasoningFrom: 0 }, page.reader);
    await expect.poll(page.text).toBe(text);
    service.isAway = false;
    replies.tryNow();
    expect(await result).toMatchObject({ stored: { content: text } });
    expect(await rest).toMatchObject({ text });
    expect(await files()).toEqual([]);
  });

  it('the app may quit, because its next start stores the reply once the user is signed in', async () => {
    const { finish } = await writeAndPause();
    service.isAway = true;
    finish();
    await expect.poll(files).toHaveLength(1);
    await replies.close();
    service.isAway = false;
    startApp();
    expect(inService()?.status).toBeNull();
    tokens.use(tokenOf(otherId));
    tokens.use(accessToken);
    await expect.poll(inService).toMatchObject({ status: 'complete', text });
    await expect.poll(files).toEqual([]);
  });

  it('a reply is stored with the newest token, if the first one has expired', async () => {
    const { result, finish } = await writeAndPause();
    service.validToken = tokenOf(userId, 2);
    finish();
    await expect.poll(files).toHaveLength(1);
    tokens.use(service.validToken);
    expect(await result).toMatchObject({ stored: { content: text } });
    expect(await files()).toEqual([]);
  });
});

describe('when the app quits', () => {
  it('running replies are stored as interrupted with their text', async () => {
    await writeAndPause();
    await replies.close();
    expect(inService()).toMatchObject({ status: 'interrupted', text });
    expect(await files()).toEqual([]);
  });

  it('no further reply is started', async () => {
    await replies.close();
    await expect(write().result).rejects.toMatchObject({ code: 'aborted' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('the app can wait until replies have ended', async () => {
    const { finish } = await writeAndPause();
    let isIdle = false;
    const idle = replies.idle().then(() => (isIdle = true));
    expect(isIdle).toBe(false);
    finish();
    await idle;
    expect(inService()).toMatchObject({ status: 'complete', text });
  });

  it('the app also waits for a reply that starts during the wait', async () => {
    const first = await writeAndPause();
    let isIdle = false;
    const idle = replies.idle().then(() => (isIdle = true));
    const { promise: end, resolve: finishSecond } = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', text, end });
    const second = write(openPage(), { replyId: otherId });
    await expect.poll(second.text).toBe(text);
    first.finish();
    await first.result;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    expect(replies.isStreaming()).toBe(true);
    finishSecond();
    await idle;
    expect(replies.isStreaming()).toBe(false);
    expect(service.replies.get(otherId)).toMatchObject({ status: 'complete', text });
  });
});

describe('at sign-out', () => {
  it("the user's running replies are stored as interrupted, and others continue", async () => {
    const { finish } = await writeAndPause();
    await replies.settle(otherId);
    expect(inService()?.status).toBeNull();
    await replies.settle(userId);
    expect(inService()).toMatchObject({ status: 'interrupted', text });
    finish();
  });

  it("the user's replies are deleted from this computer", async () => {
    const { result, finish } = await writeAndPause();
    service.isAway = true;
    finish();
    await expect.poll(files).toHaveLength(1);
    replies.forget(otherId);
    expect(await files()).toHaveLength(1);
    replies.forget(userId);
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(await files()).toEqual([]);
    expect(replies.has(userId, replyId)).toBe(false);
    service.isAway = false;
    tokens.use(tokenOf(userId, 3));
    await replies.idle();
    expect(inService()?.status).toBeNull();
  });
});
