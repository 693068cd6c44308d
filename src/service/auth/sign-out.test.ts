import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, startAuth, type AuthHarness } from './testing/harness.ts';

describeDatabases('sign-out', (open) => {
  let database: OpenedDatabase;
  let harness: AuthHarness;
  /** Signs the same user in on three devices. */
  let devices: [SupabaseClient, SupabaseClient, SupabaseClient];
  let stranger: SupabaseClient;

  beforeAll(async () => {
    database = await open();
    harness = startAuth(database);
  });

  beforeEach(async () => {
    const person = newCredentials();
    devices = [harness.client(), harness.client(), harness.client()];
    stranger = harness.client();
    await devices[0].auth.signUp(person);
    await devices[1].auth.signInWithPassword(person);
    await devices[2].auth.signInWithPassword(person);
    await stranger.auth.signInAnonymously();
  });

  const tokenOf = async (device: SupabaseClient) => (await device.auth.getSession()).data.session!;
  /** Checks whether a session can still be read and refreshed with its tokens. */
  async function isAlive({ access_token, refresh_token }: { access_token: string; refresh_token: string }) {
    const read = await harness.client().auth.getUser(access_token);
    const refreshed = await harness.client().auth.refreshSession({ refresh_token });
    expect(read.error === null).toBe(refreshed.error === null);
    return read.error === null;
  }

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('ends only the sessions in the scope %s [AUTH-021]', async (scope, expected) => {
    const sessions = await Promise.all(devices.map(tokenOf));
    const strange = await tokenOf(stranger);
    expect((await devices[0].auth.signOut({ scope })).error).toBeNull();
    const alive = [];
    for (const session of sessions) alive.push(await isAlive(session));
    expect(alive).toEqual(expected);
    expect(await isAlive(strange)).toBe(true);
  });

  it('accepts a session that has already ended', async () => {
    await devices[1].auth.signOut({ scope: 'global' });
    expect((await devices[0].auth.signOut()).error).toBeNull();
    expect((await devices[0].auth.getSession()).data.session).toBeNull();
  });

  it('refuses an unknown scope and ends nothing', async () => {
    const session = await tokenOf(devices[0]);
    const answer = await harness.send('/logout?scope=everyone', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(answer.status).toBe(400);
    expect(await isAlive(session)).toBe(true);
  });
});
