import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startFakeService } from '../testing/fake-service.ts';
import { storeSession } from '../testing/render-app.tsx';
import { invoke, InvokeError, failureMessage } from './invoke.ts';
import { getSupabase } from './supabase.ts';

const schema = z.object({ id: z.string() });
const path = 'POST /functions/v1/account/thing';
const call = () => invoke('account/thing', { name: 'x' }, schema);

describe('calling a function', () => {
  beforeEach(() => storeSession({ email: 'ada@example.com' }));

  it('sends its body and returns the validated response', async () => {
    const service = startFakeService();
    service.answer(path, { body: { id: 'a', secret: 'left out' } });
    expect(await call()).toEqual({ id: 'a' });
    expect(service.to('/functions/v1/account/thing')[0]?.body).toEqual({ name: 'x' });
  });

  it("throws the service's message and code if it refuses", async () => {
    const service = startFakeService();
    service.answer(path, { status: 403, body: { error: { message: 'Not for you', code: 'forbidden' } } });
    await expect(call()).rejects.toMatchObject({ code: 'forbidden', message: 'Not for you' });
  });

  it.each([{ status: 502, body: '<html>' }, { status: 500 }, { status: 500, body: { error: 'text' } }])(
    'shows the status, not the text, if it gets %o instead of an error',
    async (answer) => {
      startFakeService().answer(path, answer);
      const error = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvokeError);
      expect(failureMessage(error)).toBe(
        `The request failed (status ${answer.status}). Try again in a moment.`,
      );
    },
  );

  it('reports a missing response', async () => {
    const service = startFakeService();
    await getSupabase();
    service.setOffline(true);
    onTestFinished(() => service.setOffline(false));
    await expect(call()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('rejects a response with another format', async () => {
    startFakeService().answer(path, { body: { name: 'no id' } });
    await expect(call()).rejects.toMatchObject({ code: 'unreadable' });
  });
});

it('shows no details if it fails for an unknown reason', () => {
  expect(failureMessage(new TypeError('x is undefined at line 3'))).not.toContain('undefined');
});
