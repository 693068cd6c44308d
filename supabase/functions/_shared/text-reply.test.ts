import { describe, expect, it, vi } from 'vitest';
import { TextReply } from './text-reply.ts';

function sourceOf(...pieces: string[]) {
  const stop = vi.fn<() => Promise<void>>(async () => {});
  const next = vi.fn<() => Promise<string | undefined>>(async () => pieces.shift());
  return { next, stop };
}

describe('a reply that comes in pieces', () => {
  it('is a normal response, with status, headers and the pieces as its body', async () => {
    const reply = new TextReply(sourceOf('Grüße', ' 🍀', '!'), {
      status: 201,
      headers: { 'x-kind': 'text' },
    });
    expect([reply.status, reply.headers.get('x-kind')]).toEqual([201, 'text']);
    expect(await reply.text()).toBe('Grüße 🍀!');
  });

  it('requests a piece only when its reader requests one', async () => {
    const source = sourceOf('one', 'two', 'three');
    const reader = new TextReply(source, {}).body!.getReader();
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.next).toHaveBeenCalledTimes(0);
    await reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.next).toHaveBeenCalledTimes(1);
  });

  it('stops its source when its reader disconnects', async () => {
    const source = sourceOf('one', 'two');
    const reader = new TextReply(source, {}).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(source.stop).toHaveBeenCalledTimes(1);
  });
});
