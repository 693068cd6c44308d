import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startAuth } from './testing/harness.ts';

const second = 1000;
const day = 24 * 3600 * second;

describeDatabases('refresh', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  /** Signs in as a guest, because the tests don't depend on a password. */
  async function signedIn() {
    const harness = startAuth(database);
    const { data } = await harness.client().auth.signInAnonymously();
    const refresh = (token: string) => harness.client().auth.refreshSession({ refresh_token: token });
    const userId = data.user!.id;
    const tokens = () =>
      database.query<{ revoked: boolean }>('select revoked from auth.refresh_tokens where user_id = $1', [
        userId,
      ]);
    return { ...harness, first: data.session!, refresh, tokens, userId };
  }

  it('exchanges a token for the next one and a fresh access token [AUTH-009]', async () => {
    const { first, refresh, clock, tokens } = await signedIn();
    clock.advance(1800 * second);
    const { data, error } = await refresh(first.refresh_token);
    expect(error).toBeNull();
    expect(data.session!.refresh_token).not.toBe(first.refresh_token);
    expect(data.session!.expires_at).toBe(first.expires_at! + 1800);
    const [before, after] = [decodeJwt(first.access_token), decodeJwt(data.session!.access_token)];
    expect(after).toMatchObject({
      sub: before.sub,
      session_id: before['session_id'],
      // A refresh doesn't change how the user signed in.
      amr: before['amr'],
      exp: before.exp! + 1800,
    });
    expect(await tokens()).toEqual(expect.arrayContaining([{ revoked: true }, { revoked: false }]));
  });

  it('rotates once for 20 refreshes with one token at the same time', async () => {
    const { first, send, tokens } = await signedIn();
    // Opens all database connections first. Otherwise the first refresh would end before PostgreSQL has a second one.
    await Promise.all(Array.from({ length: 20 }, () => database.query('select 1')));
    // Sends plain requests, because supabase-js would hide a failure by retrying.
    const body = JSON.stringify({ refresh_token: first.refresh_token });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('/token?grant_type=refresh_token', { method: 'POST', body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const sessions = await Promise.all(answers.map((answer) => answer.json() as Promise<Session>));
    expect(new Set(sessions.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(await tokens()).toHaveLength(2);
  });

  it('returns the current token for one reused within 10 seconds', async () => {
    const { first, refresh, clock, tokens } = await signedIn();
    const next = (await refresh(first.refresh_token)).data.session!;
    clock.advance(2 * second);
    const third = (await refresh(next.refresh_token)).data.session!;
    clock.advance(8 * second);
    const again = await refresh(first.refresh_token);
    expect(again.data.session!.refresh_token).toBe(third.refresh_token);
    expect(await tokens()).toHaveLength(3);
  });

  it('ends the session for both thief and owner if a token is reused later', async () => {
    const { first, refresh, clock, client, auth } = await signedIn();
    const next = (await refresh(first.refresh_token)).data.session!;
    await client().auth.getUser(next.access_token);
    clock.advance(10 * second + 1);
    const stolen = await refresh(first.refresh_token);
    expect(stolen.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect((await refresh(next.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await client().auth.getUser(next.access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
    const claims = await auth.verifyAccessToken(next.access_token);
    expect(await auth.isSessionLive(claims!)).toBe(false);
  });

  it('returns the next token again until the response has arrived', async () => {
    const { first, refresh, clock, auth, tokens } = await signedIn();
    clock.advance(3000 * second);
    const lost = (await refresh(first.refresh_token)).data.session!;
    // An earlier access token doesn't prove that the client received the new one.
    expect(await auth.verifyAccessToken(first.access_token)).not.toBeNull();
    clock.advance(8 * 3600 * second);
    const { data, error } = await refresh(first.refresh_token);
    expect(error).toBeNull();
    expect(data.session!.refresh_token).toBe(lost.refresh_token);
    expect(await tokens()).toHaveLength(2);
    await auth.verifyAccessToken(data.session!.access_token);
    expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_already_used');
  });

  it('ends the session if a token from before a restart is reused', async () => {
    const { first, refresh, clock } = await signedIn();
    await refresh(first.refresh_token);
    clock.advance(11 * second);
    const restarted = startAuth(database);
    restarted.clock.advance(11 * second);
    const { error } = await restarted.client().auth.refreshSession({ refresh_token: first.refresh_token });
    expect(error?.code).toBe('refresh_token_already_used');
  });

  it('accepts only the last used token again', async () => {
    const { first, refresh, clock } = await signedIn();
    const next = (await refresh(first.refresh_token)).data.session!;
    await refresh(next.refresh_token);
    clock.advance(11 * second);
    expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_already_used');
  });

  it("does not end the user's other sessions", async () => {
    const { first, refresh, clock, auth } = await signedIn();
    const other = await signedIn();
    const next = (await refresh(first.refresh_token)).data.session!;
    await auth.verifyAccessToken(next.access_token);
    clock.advance(11 * second);
    expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_already_used');
    const claims = await auth.verifyAccessToken(other.first.access_token);
    expect(await auth.isSessionLive(claims!)).toBe(true);
  });

  it('keeps used tokens for 30 days, and the session without limit', async () => {
    const { first, refresh, clock, tokens } = await signedIn();
    let latest = (await refresh(first.refresh_token)).data.session!;
    clock.advance(30 * day);
    latest = (await refresh(latest.refresh_token)).data.session!;
    expect(await tokens()).toHaveLength(3);
    clock.advance(1);
    latest = (await refresh(latest.refresh_token)).data.session!;
    expect(await tokens()).toHaveLength(3);
    expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_not_found');
    expect((await refresh(latest.refresh_token)).error).toBeNull();
  });

  it.each(['never given', '', 'x'.repeat(255)])('refuses the unknown token %j', async (token) => {
    const { send } = startAuth(database);
    const answer = await send('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: token }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error_code: token === '' ? 'validation_failed' : 'refresh_token_not_found',
    });
  });

  it('does not accept a stored hash as a token', async () => {
    const { refresh, userId } = await signedIn();
    const [row] = await database.query<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1',
      [userId],
    );
    expect((await refresh(row!.token)).error?.code).toBe('refresh_token_not_found');
  });

  it('includes changes to the user since the last token', async () => {
    const { client, first } = await signedIn();
    const supabase = client();
    await supabase.auth.setSession(first);
    await supabase.auth.updateUser({ data: { name: 'Grace' } });
    const { data } = await supabase.auth.refreshSession();
    expect(decodeJwt(data.session!.access_token)['user_metadata']).toEqual({ name: 'Grace' });
  });
});
