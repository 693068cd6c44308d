import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  behaviorNamed,
  configOf,
  faultCatalog,
  faultyKinds,
  type Fault,
  type FaultyKind,
} from '../../../e2e/vendor/fault-catalog.ts';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, testCaller } from '../../../supabase/functions/_shared/testing/context.ts';
import { encryptionKeys, grantFor } from '../../../supabase/functions/_shared/testing/grant.ts';
import { handler } from '../../../supabase/functions/chat/handler.ts';
import { createOutboundFetch } from '../../service/outbound/outbound-fetch.ts';
import type { Delta } from '../completion/completion.ts';
import type { CompletionError } from '../completion/error.ts';
import { completeThroughGateway } from './gateway.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';

/** Milliseconds to wait for a response. Lowered for silent vendors, so that their test is fast. */
const maxWait = vi.hoisted(() => ({ now: 30_000 }));
vi.mock(import('./failures.ts'), async (load) => {
  const failures = await load();
  return {
    ...failures,
    get responseTimeout() {
      return maxWait.now;
    },
  };
});

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
  server.always(({ body }) => behaviorNamed(body));
});
afterAll(() => server.close());
beforeEach(() => {
  maxWait.now = 30_000;
});

const fetch = createOutboundFetch({ allowPrivate: true });

/** Causes a fault. Resolves to the text that arrived before it and to the error. */
type CauseFault = (
  kind: FaultyKind,
  fault: Fault,
) => Promise<{ text: string; error: CompletionError | undefined }>;

const asking = (fault: Fault, stream: boolean) =>
  request({ messages: [{ role: 'user', content: fault.name }], stream });

const directly =
  (stream: boolean): CauseFault =>
  (kind, fault) => {
    const vendor = vendorAt(kind, server.endpoints[kind], { config: configOf(kind) });
    return collectDeltas(streamCompletion(vendor, asking(fault, stream), streamOptions({ fetch })));
  };

const throughGateway: CauseFault = async (kind, fault) => {
  const grant = await grantFor(kind, server.endpoints[kind], configOf(kind));
  const answers = { 'rpc/begin_completion': grant };
  const context = { ...createTestContext({ encryptionKeys, answers }), fetch };
  const deltas: Delta[] = [];
  const service = { url: 'http://service.test', key: 'publishable-key', token: testCaller.token };
  const error = await completeThroughGateway(service, asking(fault, true), {
    signal: new AbortController().signal,
    fetch: (input, init) => handler(new Request(input, init), context),
    onDelta: (delta) => void deltas.push(delta),
  }).then(
    () => undefined,
    (thrown: unknown) => thrown as CompletionError,
  );
  return { error, text: deltas.map(({ text }) => text).join('') };
};

interface Way {
  readonly causeFault: CauseFault;
  readonly isStreaming: boolean;
}
const ways: readonly Way[] = [
  { causeFault: directly(true), isStreaming: true },
  { causeFault: directly(false), isStreaming: false },
  { causeFault: throughGateway, isStreaming: true },
];

/** Resolves to the actual and the expected results of a fault. */
async function causeAll({ causeFault, isStreaming }: Way, fault: Fault) {
  const actual = await Promise.all(
    faultyKinds.map(async (kind) => {
      const { text, error } = await causeFault(kind, fault);
      return { fault: fault.name, kind, code: error?.code, message: error?.message, text };
    }),
  );
  const expected = faultyKinds.map((kind) => ({
    fault: fault.name,
    kind,
    // The third provider never streams.
    ...fault.outcome(kind, isStreaming && kind !== 'modelslab'),
  }));
  return { actual, expected };
}

/** Expects that nothing was requested twice and that no upstream call is still open. */
async function expectOneCallEach(fault: Fault): Promise<void> {
  const requests = server.requests.filter(({ body }) => behaviorNamed(body) === fault.behavior);
  expect(requests).toHaveLength(ways.length * faultyKinds.length);
  for (const { ended } of requests) expect(['answered', 'left']).toContain(await ended);
}

const silent = faultCatalog.filter(({ isSilent }) => isSilent);
const swift = faultCatalog.filter(({ isSilent }) => !isSilent);

// These tests transfer megabytes, which takes longer on a busy machine.
const time = { timeout: 30_000 };

describe(
  "forty-one faults of seven kinds of vendor, streamed, whole and through the gateway, get the catalog's messages",
  time,
  () => {
    it('have forty-one different names', () => {
      expect(new Set(faultCatalog.map(({ name }) => name)).size).toBe(41);
    });

    it.each(swift)('$name', async (fault) => {
      for (const way of ways) {
        const { actual, expected } = await causeAll(way, fault);
        expect(actual).toEqual(expected);
      }
      await expectOneCallEach(fault);
    });

    it('include every kind of silence [PROV-029]', async () => {
      maxWait.now = 3000;
      const results = await Promise.all(ways.flatMap((way) => silent.map((fault) => causeAll(way, fault))));
      expect(results.map(({ actual }) => actual)).toEqual(results.map(({ expected }) => expected));
      for (const fault of silent) await expectOneCallEach(fault);
    });
  },
);
