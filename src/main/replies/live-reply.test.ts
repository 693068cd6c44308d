import { expect, it } from 'vitest';
import type { Delta } from '../../shared/completion/completion.ts';
import { maxReplyBytes } from '../../shared/providers/reply-limits.ts';
import { createLiveReply } from './live-reply.ts';

function openPage() {
  const deltas: Delta[] = [];
  const abort = new AbortController();
  const reader = { signal: abort.signal, onDelta: (delta: Delta) => void deltas.push(delta) };
  return { deltas, abort, reader, text: () => deltas.map(({ text }) => text).join('') };
}
const outcome = { finishReason: 'stop', model: 'm' } as const;

it('sends its text to each reader once, from any position', async () => {
  const reply = createLiveReply('r', 'u');
  const pages = [openPage(), openPage(), openPage()];
  const results = [reply.read({ from: 0, reasoningFrom: 0 }, pages[0]!.reader)];
  reply.append({ text: 'Hello', model: 'm', vendor: 'openai' });
  results.push(reply.read({ from: 2, reasoningFrom: 0 }, pages[1]!.reader));
  // A position that the reply has not reached yet.
  results.push(reply.read({ from: 7, reasoningFrom: 0 }, pages[2]!.reader));
  reply.append({ text: ' world' });
  reply.resolve(outcome);
  expect(pages.map((page) => page.text())).toEqual(['Hello world', 'llo world', 'orld']);
  expect(pages[1]!.deltas[0]).toEqual({ text: 'llo', model: 'm', vendor: 'openai' });
  expect(await Promise.all(results)).toEqual([
    { ...outcome, text: 'Hello world' },
    { ...outcome, text: 'llo world' },
    { ...outcome, text: 'orld' },
  ]);
});

it('sends its reasoning to each reader once, from any position, and measures its time', async () => {
  const reply = createLiveReply('r', 'u');
  expect(reply.reasoning()).toBeNull();
  const pages = [openPage(), openPage()];
  void reply.read({ from: 0, reasoningFrom: 0 }, pages[0]!.reader);
  reply.append({ text: '', reasoning: 'Hm, \ud83c' });
  void reply.read({ from: 0, reasoningFrom: 2 }, pages[1]!.reader);
  reply.append({ text: '', reasoning: '\udf40 so' });
  reply.append({ text: 'Yes' });
  const reasoning = pages.map(({ deltas }) => deltas.map((delta) => delta.reasoning ?? '').join(''));
  expect(reasoning).toEqual(['Hm, 🍀 so', ', 🍀 so']);
  expect(reply.reasoning()).toEqual({ text: 'Hm, 🍀 so', milliseconds: expect.any(Number) as number });
  expect(reply.text()).toBe('Yes');
});

it('contains only storable text and no half characters', () => {
  const reply = createLiveReply('r', 'u');
  const page = openPage();
  void reply.read({ from: 0, reasoningFrom: 0 }, page.reader);
  reply.append({ text: 'a\0 \ud83c' });
  expect(reply.text()).toBe('a\ufffd ');
  reply.append({ text: '\udf40 b\ud83c' });
  expect(reply.text()).toBe('a\ufffd 🍀 b');
  reply.flush();
  expect(reply.text()).toBe('a\ufffd 🍀 b\ufffd');
  expect(page.text()).toBe(reply.text());
});

it('ends at the maximum length of a message, including the continued text', () => {
  const reply = createLiveReply('r', 'u');
  reply.continueFrom('x'.repeat(maxReplyBytes - 5));
  expect(reply.append({ text: '🍀' })).toBe(true);
  expect(reply.append({ text: '🍀' })).toBe(false);
  expect(Buffer.byteLength(reply.text())).toBe(maxReplyBytes - 1);
});

it('sends nothing to a page that is closed', async () => {
  const reply = createLiveReply('r', 'u');
  const page = openPage();
  const read = reply.read({ from: 0, reasoningFrom: 0 }, page.reader);
  page.abort.abort(new Error('closed'));
  await expect(read).rejects.toThrow('closed');
  reply.append({ text: 'late' });
  expect(page.text()).toBe('');
  await expect(reply.read({ from: 0, reasoningFrom: 0 }, page.reader)).rejects.toThrow('closed');
});

it('passes a failure on to its readers', async () => {
  const reply = createLiveReply('r', 'u');
  const read = reply.read({ from: 0, reasoningFrom: 0 }, openPage().reader);
  reply.reject(new Error('cut'));
  await expect(read).rejects.toThrow('cut');
});
