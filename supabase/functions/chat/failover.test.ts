import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createCircuits, type Circuits } from '../_shared/circuits.ts';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import {
  encryptionKeys,
  grantFor,
  failoverFor,
  failoverId,
  failoverKey,
  vendorId,
} from '../_shared/testing/grant.ts';
import { handler } from './handler.ts';

let active: FakeVendor;
let other: FakeVendor;
beforeAll(async () => {
  [active, other] = await Promise.all([startVendor(), startVendor()]);
});
afterEach(() => {
  active.reset();
  other.reset();
});
afterAll(() => Promise.all([active.close(), other.close()]));

interface AskOptions {
  readonly stream?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly isOff?: boolean;
  readonly signal?: AbortSignal;
  readonly endpoint?: string;
  /** The vendors that this process treats as unavailable. By default none. */
  readonly circuits?: Circuits;
}

async function ask({
  stream = false,
  config = {},
  isOff = false,
  signal,
  endpoint,
  circuits,
}: AskOptions = {}) {
  const grant = await grantFor('deepinfra', endpoint ?? active.endpoints.deepinfra, config);
  const fresh = createTestContext({
    encryptionKeys,
    answers: {
      'rpc/begin_completion': {
        ...grant,
        failover: isOff ? null : await failoverFor('openai', other.endpoints.openai),
      },
    },
  });
  const context = { ...fresh, circuits: circuits ?? fresh.circuits };
  const response = await handler(
    new Request('http://service.test/functions/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${testCaller.token}` },
      body: JSON.stringify({
        model: 'm',
        stream,
        reasoning_effort: 'low',
        messages: [{ role: 'user', content: 'Hello there' }],
      }),
      ...(signal && { signal }),
    }),
    context,
  );
  const text = await response.text();
  const finished = context.calls.filter(({ path }) => path === 'rpc/finish_completion');
  return { response, text, finished: finished.map(({ body }) => body), context };
}

const refusal = (status: number): Behavior => ({ kind: 'status', status });

describe('the gateway when the active vendor is unavailable', () => {
  it.each([429, 500, 502, 503, 529])(
    'calls the failover vendor once after %i and names the unavailable one, whole and streaming',
    async (status) => {
      for (const stream of [false, true]) {
        active.reset();
        other.reset();
        active.script(refusal(status));
        const { response, text, finished, context } = await ask({ stream });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-clover-vendor')).toBe('openai');
        expect(response.headers.get('x-clover-unavailable-vendor')).toBe('The%20Vendor');
        expect(response.headers.get('x-clover-unavailable-reason')).toBe(String(status));
        expect(text).toContain('said:');
        expect([active.requests.length, other.requests.length]).toEqual([1, 1]);
        expect(other.requests[0]?.headers.authorization).toBe(`Bearer ${failoverKey}`);
        expect(other.requests[0]?.body).toMatchObject({ model: 'failover-model' });
        // The effort is left out, because it was chosen for the requested model.
        expect(active.requests[0]?.body).toMatchObject({ reasoning_effort: 'low' });
        expect(other.requests[0]?.body).not.toHaveProperty('reasoning_effort');
        expect(finished).toEqual([
          expect.objectContaining({
            outcome: 'answered',
            vendor_id: failoverId,
            model_id: 'failover-model',
            failed_vendor_id: vendorId,
            failed_model_id: 'granted-model',
          }),
        ]);
        expect(context.logged.join()).not.toContain(failoverKey);
      }
    },
  );

  it('also fails over if the vendor refuses the connection', async () => {
    const { response } = await ask({ endpoint: 'http://127.0.0.1:9/v1/openai/chat/completions' });
    expect(response.status).toBe(200);
    expect(other.requests).toHaveLength(1);
  });

  it('also fails over for a refusal in the stream before the first word', async () => {
    active.script({ kind: 'error-event', after: 0, error: { type: 'overloaded_error', message: 'Busy' } });
    const { response, text } = await ask({
      stream: true,
      endpoint: active.endpoints.anthropic,
      config: { dialect: 'anthropic' },
    });
    expect(response.headers.get('x-clover-unavailable-vendor')).toBe('The%20Vendor');
    expect(text).toContain('said:');
    expect([active.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  const askedToWait = (seconds: string): Behavior => ({
    kind: 'raw',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': seconds },
    body: JSON.stringify({ error: { message: 'Slow down' } }),
  });

  it('repeats the call once if the vendor requests a short wait', async () => {
    active.script(askedToWait('0'));
    const { response } = await ask({ stream: true });
    expect(response.headers.get('x-clover-vendor')).toBe('deepinfra');
    expect([active.requests.length, other.requests.length]).toEqual([2, 0]);
    active.script(askedToWait('0'), askedToWait('0'));
    const second = await ask({ stream: true });
    expect(second.response.headers.get('x-clover-vendor')).toBe('openai');
    expect([active.requests.length, other.requests.length]).toEqual([4, 1]);
  });

  it('makes at most three calls if both vendors request a wait, even while the vendor is paused', async () => {
    const circuits = createCircuits();
    const wait = askedToWait('0');
    active.script(wait, wait);
    other.script(wait, wait);
    expect((await ask()).response.status).toBe(502);
    expect([active.requests.length, other.requests.length]).toEqual([2, 1]);

    active.script(refusal(503), refusal(503), refusal(503));
    other.reset();
    for (let call = 0; call < 3; call += 1) await ask({ circuits });
    active.reset();
    other.reset();
    active.script(wait, wait);
    other.script(wait, wait);
    expect((await ask({ circuits })).response.status).toBe(502);
    expect([active.requests.length, other.requests.length]).toEqual([1, 2]);
  });

  it('does not wait long, and returns the requested time', async () => {
    active.script(askedToWait('90'));
    const { response, text } = await ask({ isOff: true });
    expect(text).toContain('API error (429): Slow down');
    expect(response.headers.get('retry-after')).toBe('90');
    expect(active.requests).toHaveLength(1);
  });

  it('calls only the failover vendor while the vendor is paused', async () => {
    const circuits = createCircuits();
    active.always(refusal(503));
    for (let call = 0; call < 5; call += 1)
      expect((await ask({ circuits })).response.headers.get('x-clover-vendor')).toBe('openai');
    expect([active.requests.length, other.requests.length]).toEqual([3, 5]);
    // This doesn't count as a failure, because the vendor was not called.
    const { finished } = await ask({ circuits });
    expect(finished[0]).toMatchObject({ outcome: 'answered', vendor_id: failoverId });
    expect(finished[0]).not.toHaveProperty('failed_vendor_id');
  });

  it('calls a paused vendor if the failover vendor fails too, or while failover is off', async () => {
    const circuits = createCircuits();
    active.script(refusal(503), refusal(503), refusal(503));
    for (let call = 0; call < 3; call += 1) await ask({ circuits });
    other.script(refusal(503));
    expect((await ask({ circuits })).response.headers.get('x-clover-vendor')).toBe('deepinfra');
    active.script(refusal(503), refusal(503), refusal(503));
    for (let call = 0; call < 3; call += 1) await ask({ circuits });
    expect((await ask({ circuits, isOff: true })).response.headers.get('x-clover-vendor')).toBe('deepinfra');
  });

  it.each([400, 401, 403])('does not fail over after %i, which another vendor cannot fix', async (status) => {
    active.script(refusal(status));
    const { response, finished } = await ask();
    expect(response.status).not.toBe(200);
    expect(response.headers.has('x-clover-unavailable-vendor')).toBe(false);
    expect(other.requests).toEqual([]);
    expect(finished).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it('does not fail over after the first delta, or while failover is off', async () => {
    active.script({ kind: 'error-event', after: 1, error: { message: 'overloaded', code: 503 } });
    expect((await ask({ stream: true })).text).toContain('API error (503): overloaded');
    active.script(refusal(503));
    expect((await ask({ isOff: true })).response.status).toBe(502);
    expect(other.requests).toEqual([]);
  });

  it('returns the first error if both vendors fail, and refunds the message', async () => {
    active.script(refusal(503));
    other.script(refusal(401));
    const { response, text, finished } = await ask({ stream: true });
    expect(response.status).toBe(502);
    expect(text).toContain('API error (503): Scripted refusal');
    expect(finished).toEqual([expect.objectContaining({ outcome: 'failed' })]);
    expect(other.requests).toHaveLength(1);
  });

  it('never makes more than three calls upstream, fallback models included', async () => {
    const config = { default_model: 'granted-model', fallback_models: ['second', 'third'] };
    active.script(refusal(404), refusal(404), refusal(503));
    expect((await ask({ config })).response.status).toBe(502);
    expect([active.requests.length, other.requests.length]).toEqual([3, 0]);

    active.script(refusal(404), refusal(503));
    expect((await ask({ config })).response.status).toBe(200);
    expect([active.requests.length, other.requests.length]).toEqual([5, 1]);
  });
});
