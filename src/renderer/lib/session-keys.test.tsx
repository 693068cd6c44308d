import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { platform } from '../platform/index.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
import { getSupabase } from './supabase.ts';

const { access_token: accessToken } = fakeSession();
const reference = { accessToken, vendor: 'openai', endpointOrigin: 'https://api.openai.example' };
const keep = () => platform.ownKeys.set(reference, 'sk-own-key-0123456789', 'memory');
const place = async () => (await platform.ownKeys.status(reference)).place;

afterEach(async () => {
  vi.restoreAllMocks();
  await platform.ownKeys.forget(accessToken);
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

async function enter(): Promise<void> {
  startFakeService();
  storeSession({ email: 'ada@example.com' });
  renderApp(<SessionProbe />);
  await screen.findByText('signed-in ada starter none');
  await keep();
}

it("Sign Out deletes the user's own keys from this browser", async () => {
  await enter();
  await act(async () => expect(await renderedSession().signOut()).toBeNull());
  expect(await place()).toBeNull();
});

it("an expired session keeps the user's own keys", async () => {
  await enter();
  await act(async () => void (await (await getSupabase()).auth.signOut({ scope: 'local' })));
  expect(screen.getByText('signed-out - - service')).toBeVisible();
  expect(await place()).toBe('memory');
});

it("Sign Out succeeds even if the browser cannot delete the user's own keys", async () => {
  await enter();
  vi.spyOn(platform.ownKeys, 'forget').mockRejectedValueOnce(new Error('No storage'));
  await act(async () => expect(await renderedSession().signOut()).toBeNull());
  expect(screen.getByText('signed-out - - user')).toBeVisible();
});

it('the app shell gets the newest token, and a call before and after Sign Out', async () => {
  const calls: (readonly [string, string])[] = [];
  const note = (name: string) => async (token: string) => void calls.push([name, token]);
  const keeper = { useToken: note('use'), settle: note('settle'), forget: note('forget') };
  vi.spyOn(platform, 'replyKeeper', 'get').mockReturnValue(keeper);
  await enter();
  const token = calls[0]?.[1] ?? '';
  expect(calls[0]).toEqual(['use', expect.stringContaining('.')]);
  const signOut = vi.spyOn((await getSupabase()).auth, 'signOut');
  signOut.mockImplementationOnce(async () => {
    calls.push(['sign-out', '']);
    return { error: null };
  });
  await act(async () => expect(await renderedSession().signOut()).toBeNull());
  expect(calls.slice(-3)).toEqual([
    ['settle', token],
    ['sign-out', ''],
    ['forget', token],
  ]);
});
