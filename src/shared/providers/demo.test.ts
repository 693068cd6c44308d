import { describe, expect, it } from 'vitest';
import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import type { Vendor } from './vendor.ts';

const vendor: Vendor = { name: 'demo', displayName: 'Demo', endpointUrl: '', apiKey: null, config: {} };
const request: CompletionRequest = {
  messageId: crypto.randomUUID(),
  model: 'any',
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello 🍀\nsecond line' },
  ],
};

const noNetwork = () => Promise.reject(new Error('the demo vendor must not use the network'));

async function ask(
  changes: Partial<CompletionRequest> = {},
  waits: number[] = [],
): Promise<readonly Delta[]> {
  const stream = streamCompletion(
    vendor,
    { ...request, ...changes },
    {
      signal: new AbortController().signal,
      fetch: noNetwork,
      wait: async (milliseconds) => void waits.push(milliseconds),
    },
  );
  const { deltas, error } = await collectDeltas(stream);
  expect(error).toBeUndefined();
  return deltas;
}

const textOf = (deltas: readonly Delta[]) => deltas.map(({ text }) => text).join('');

describe('the demo vendor', () => {
  it('says that it is a demonstration and echoes the message, without network', async () => {
    const text = textOf(await ask());
    expect(text).toContain('This is a demonstration.');
    expect(text).toContain('> Hello 🍀\n> second line');
    expect(text).toMatch(/^- /m);
    expect(text).toContain('```typescript');
    expect(text).toMatch(/^\| Words \| 4 \|$/m);
  });

  it('reports how many images it received', async () => {
    const image = { mediaType: 'image/png' as const, data: 'AAAA' };
    const ofPictures = async (...images: (typeof image)[]) =>
      textOf(await ask({ messages: [{ role: 'user', content: 'Look', images }], stream: false }));
    expect(await ofPictures(image)).toContain('> Look\n\n*With 1 image.*');
    expect(await ofPictures(image, image)).toContain('*With 2 images.*');
    expect(await ofPictures()).not.toContain('picture');
  });

  it('returns the same reply to the same message, whole or in deltas', async () => {
    const [first, second, whole] = await Promise.all([ask(), ask(), ask({ stream: false })]);
    expect(first).toEqual(second);
    expect(whole).toHaveLength(1);
    expect(textOf(whole)).toBe(textOf(first));
  });

  it('reports the demo as its model, not the requested one', async () => {
    const [first] = await ask({ model: 'some/model' });
    expect(first).toMatchObject({ model: 'demo', vendor: 'demo' });
  });

  it('sends deltas at a steady pace and reports vendor, finish reason and usage', async () => {
    const waits: number[] = [];
    const deltas = await ask({}, waits);
    expect(new Set(waits)).toEqual(new Set([15]));
    expect(waits).toHaveLength(deltas.length - 1);
    expect(deltas[0]).toMatchObject({ vendor: 'demo' });
    expect(deltas.at(-1)).toMatchObject({ text: '', finishReason: 'stop', usage: { promptTokens: 7 } });
  });

  it('ends with the finish reason "length" at the token limit', async () => {
    const deltas = await ask({ maxTokens: 10 });
    expect(textOf(deltas)).toHaveLength(40);
    expect(deltas.at(-1)?.finishReason).toBe('length');
  });

  it('stops when the caller aborts', async () => {
    const caller = new AbortController();
    const deltas = streamCompletion(vendor, request, {
      signal: caller.signal,
      fetch: noNetwork,
      wait: async () => {},
    });
    await deltas.next();
    caller.abort();
    await expect(deltas.next()).rejects.toMatchObject({ code: 'aborted' });
  });
});
