import { describe, expect, it } from 'vitest';
import { corpus } from './corpus.ts';
import { readOnThisThread } from './read.ts';

describe('the facts of documents in several languages', () => {
  it.each(corpus)('are found in $name', async ({ name, content, facts }) => {
    const reply = await readOnThisThread(name, content);
    if (reply.kind !== 'read' || reply.reading.kind !== 'document') throw new Error(JSON.stringify(reply));
    for (const fact of facts) expect(reply.reading.text).toContain(fact);
    expect(reply.reading.text).not.toContain('Deleted');
  });
});
