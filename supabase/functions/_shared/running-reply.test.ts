import { describe, expect, it } from 'vitest';
import { createRunningReply, type ReplyWatcher } from './running-reply.ts';

const details = { model: 'a-model', vendor: 'openai', vendorId: 'an-id', promptTokens: 5 };
const end = { message: { id: 'one' } };

async function readAll(watcher: ReplyWatcher): Promise<string> {
  let text = '';
  for (;;) {
    const news = await watcher.next();
    if (news === 'running') continue;
    if ('end' in news) return text;
    if ('text' in news) text += news.text;
  }
}

describe('a running reply', () => {
  it('gives each watcher every character once, from its own position, however slow it is', async () => {
    const reply = createRunningReply('one', 'Seed. ', 'a-model');
    const words = Array.from({ length: 200 }, (_, index) => `${index} `);
    const watchers = [0, 3, 6, 20, 10_000].map((from) => ({
      from,
      text: readAll(reply.watch({ from, reasoningFrom: 0 })),
    }));
    const slow = reply.watch({ from: 0, reasoningFrom: 0 });
    for (const word of words) {
      reply.append(word);
      if (word.startsWith('7')) await new Promise((resolve) => setImmediate(resolve));
    }
    reply.end(end);
    const whole = `Seed. ${words.join('')}`;
    expect(reply.text()).toBe(whole);
    for (const { from, text } of watchers) expect(await text).toBe(whole.slice(from));
    expect(await slow.next()).toEqual({ text: whole });
    expect(await slow.next()).toEqual({ end });
    expect(await readAll(reply.watch({ from: 7, reasoningFrom: 0 }))).toBe(whole.slice(7));
  });

  it('sends readers a comment after fifteen quiet seconds, and lets them disconnect', async () => {
    const reply = createRunningReply('one', '', 'a-model');
    const [watcher, leaving] = [
      reply.watch({ from: 0, reasoningFrom: 0 }),
      reply.watch({ from: 0, reasoningFrom: 0 }),
    ];
    const [news, left] = [watcher.next(), leaving.next()];
    leaving.stop();
    expect(await left).toBe('running');
    for (let second = 0; second < 15; second += 1) reply.beat();
    expect(await news).toBe('running');
  });

  it('sends each piece of text in one checkpoint, again if it was not confirmed, and the details once', () => {
    const reply = createRunningReply('one', 'Seed', 'a-model');
    expect(reply.checkpoint(100)).toMatchObject({ start: 4, text: '', details: null });
    reply.describe(details);
    reply.append('one ');
    expect(reply.checkpoint(100)).toMatchObject({ start: 4, text: 'one ', details });
    reply.append('two ');
    const both = reply.checkpoint(100);
    expect(both).toMatchObject({ start: 4, text: 'one two ', details });
    reply.append('three ');
    both.confirm();
    // Returns as much as fits, but at least one piece.
    reply.append('four');
    const cut = reply.checkpoint(7);
    expect(cut).toMatchObject({ start: 12, text: 'three ', details: null });
    cut.confirm();
    expect(reply.checkpoint(1)).toMatchObject({ start: 18, text: 'four' });
  });

  it('keeps the first reason to stop and the first end', async () => {
    const reply = createRunningReply('one', '', 'a-model');
    expect(reply.stopReason()).toBeUndefined();
    reply.stop('stopped');
    reply.stop('gone');
    expect([reply.signal.aborted, reply.stopReason()]).toEqual([true, 'stopped']);
    reply.end(end);
    reply.end({ message: null });
    expect(await reply.ended).toBe(end);
  });
});
