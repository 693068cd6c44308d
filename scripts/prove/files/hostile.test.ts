import { describe, expect, it } from 'vitest';
import { smallHostileFiles } from './hostile.ts';
import { readOnThisThread } from './read.ts';

describe('a hostile file is read or refused with a reason', () => {
  it.each(smallHostileFiles())('$name', async ({ name, content, allowed }) => {
    const reply = await readOnThisThread(name, content);
    expect(allowed).toContain(reply.kind === 'refused' ? reply.code : reply.kind);
  });
});
