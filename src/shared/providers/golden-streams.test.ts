import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestContext, testCaller } from '../../../supabase/functions/_shared/testing/context.ts';
import { encryptionKeys, grantFor } from '../../../supabase/functions/_shared/testing/grant.ts';
import { handler } from '../../../supabase/functions/chat/handler.ts';
import type { Delta } from '../completion/completion.ts';
import { completeThroughGateway } from './gateway.ts';
import { bodyOf, parseGolden, play, respond } from './testing/golden.ts';
import { request } from './testing/vendors.ts';
import { dialectNames } from './vendor.ts';

const folder = join(import.meta.dirname, 'golden');
const streams = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.http'))
  .map((name) => name.replaceAll('\\', '/'))
  .toSorted()
  .map((name) => [name, parseGolden(readFileSync(join(folder, name), 'utf8'))] as const)
  .filter(([, { answered }]) => answered.includes('\ncontent-type: text/event-stream'));

const ofDialects = streams.filter(([name]) => dialectNames.some((dialect) => name.startsWith(`${dialect}/`)));

interface Read extends Partial<Delta> {
  readonly error?: { readonly code: string; readonly message: string };
}

/** What a reader sees in the end, however the deltas were cut. */
function total(deltas: readonly Read[]) {
  const join = (pieces: readonly (string | undefined)[]) => pieces.map((piece) => piece ?? '').join('');
  return {
    text: join(deltas.map(({ text }) => text)),
    reasoning: join(deltas.map(({ reasoning }) => reasoning)),
    finishReason: deltas.findLast((delta) => delta.finishReason)?.finishReason,
    usage: deltas.findLast((delta) => delta.usage)?.usage,
    error: deltas.at(-1)?.error,
  };
}

describe('a recorded stream', () => {
  it('exists for each dialect', () => {
    const recorded = new Set(ofDialects.map(([name]) => name.split('/')[0]));
    expect(recorded).toEqual(new Set(dialectNames));
  });

  it.each(streams)('is read the same wherever its bytes are split (%s)', async (_, golden) => {
    const { length } = bodyOf(golden.answered);
    const others: unknown[] = [];
    for (let at = 1; at < length; at += 1) {
      const { read } = await play(golden, at);
      if (read !== golden.read) others.push({ at, read });
    }
    expect(others).toEqual([]);
  });

  it.each(ofDialects)('is the same through the gateway (%s)', async (_, { asked, answered, read }) => {
    const grant = await grantFor('hub', asked.endpoint, asked.config);
    const context = createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': grant } });
    const service = { url: 'http://service.test', key: 'publishable-key', token: testCaller.token };
    const deltas: Read[] = [];
    await completeThroughGateway(service, request(asked.request), {
      signal: new AbortController().signal,
      fetch: (input, init) =>
        handler(new Request(input, init), { ...context, fetch: async () => respond(answered) }),
      onDelta: (delta) => void deltas.push(delta),
    }).catch(({ code, message }: { code: string; message: string }) =>
      deltas.push({ error: { code, message } }),
    );
    expect(total(deltas)).toEqual(total(JSON.parse(read) as readonly Read[]));
  });
});
