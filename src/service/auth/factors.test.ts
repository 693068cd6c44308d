import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits, type AuthSettings } from './settings.ts';
import {
  codeAt,
  enrollTestFactor,
  readLevels,
  createSignedInUser,
  createUserWithFactor,
} from './testing/factors.ts';
import { newCredentials, startAuth } from './testing/harness.ts';
import { readQr } from './testing/read-qr.ts';

const second = 1000;

describeDatabases('second factors', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  const person = (settings?: Partial<AuthSettings>) => createSignedInUser(database, settings);
  const protectedPerson = (settings?: Partial<AuthSettings>) => createUserWithFactor(database, settings);

  it('are shown once as QR code, text and URI, and become active with a correct code [AUTH-022, AUTH-029]', async () => {
    const { supabase, clock, account } = await person();
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Clover',
    });
    expect(error).toBeNull();
    expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(readQr(data!.totp.qr_code)).toBe(data!.totp.uri);
    // In a data URL, an unescaped # would end the image.
    expect(data!.totp.qr_code).not.toContain('#');
    expect(data!.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data!.totp.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Clover:${account.email}`,
    ]);
    expect(uri.searchParams.get('secret')).toBe(data!.totp.secret);
    const { data: before } = await supabase.auth.mfa.listFactors();
    expect(before?.all).toMatchObject([{ friendly_name: 'Phone', status: 'unverified' }]);
    expect(before?.totp).toEqual([]);

    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeAt(data!.totp.uri, clock) });
    const { data: after } = await supabase.auth.mfa.listFactors();
    expect(after?.totp).toMatchObject([
      { id: data!.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ]);
    expect(JSON.stringify(after)).not.toContain(data!.totp.secret);
  });

  it('raise the session to the second level, in the token and through refreshes [AUTH-024, AUTH-025, AUTH-030]', async () => {
    const { supabase, clock, session } = await person();
    expect(await readLevels(supabase)).toEqual(['aal1', 'aal1']);
    const { factorId, uri } = await enrollTestFactor(supabase);
    const { data: challenge } = await supabase.auth.mfa.challenge({ factorId });
    expect(challenge).toMatchObject({
      type: 'totp',
      expires_at: Math.floor(clock.now().getTime() / second) + 300,
    });
    clock.advance(second);
    const { data } = await supabase.auth.mfa.verify({
      factorId,
      challengeId: challenge!.id,
      code: codeAt(uri, clock),
    });
    const claims = decodeJwt(data!.access_token);
    expect(claims).toMatchObject({
      aal: 'aal2',
      session_id: decodeJwt(session.access_token)['session_id'],
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(await readLevels(supabase)).toEqual(['aal2', 'aal2']);
    clock.advance(1800 * second);
    const refreshed = await supabase.auth.refreshSession();
    expect(decodeJwt(refreshed.data.session!.access_token)).toMatchObject({
      aal: 'aal2',
      amr: claims['amr'],
    });
  });

  it('are required after a later sign-in, which reports the next level [AUTH-030]', async () => {
    const { client, account, factorId, uri, clock } = await protectedPerson();
    const elsewhere = client();
    await elsewhere.auth.signInWithPassword(account);
    expect(await readLevels(elsewhere)).toEqual(['aal1', 'aal2']);
    clock.advance(30 * second);
    await elsewhere.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock) });
    expect(await readLevels(elsewhere)).toEqual(['aal2', 'aal2']);
  });

  it('end first-level sessions once verified', async () => {
    const { supabase, client, clock, account } = await person();
    const other = client();
    await other.auth.signInWithPassword(account);
    const { factorId, uri } = await enrollTestFactor(supabase);
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock) });
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await supabase.auth.getUser()).error).toBeNull();
  });

  it("refuse an earlier refresh token, but don't end the session for a tab that refreshed meanwhile", async () => {
    const { supabase, send, clock, session } = await protectedPerson();
    const refresh = async () => {
      const body = JSON.stringify({ refresh_token: session.refresh_token });
      const answer = await send('/token?grant_type=refresh_token', { method: 'POST', body });
      return { status: answer.status, ...((await answer.json()) as { error_code: string }) };
    };
    const superseded = { status: 503, error_code: 'conflict' };
    expect(await refresh()).toMatchObject(superseded);
    clock.advance(60 * second);
    expect(await refresh()).toMatchObject(superseded);
    const { data, error } = await supabase.auth.refreshSession();
    expect(error).toBeNull();
    const chains = await database.query(
      'select from auth.refresh_tokens where session_id = $1 and not revoked',
      [decodeJwt(data.session!.access_token)['session_id']],
    );
    expect(chains).toHaveLength(1);
  });

  it('end the session if an earlier refresh token is reused', async () => {
    const { supabase, client, clock, session } = await protectedPerson();
    clock.advance(60 * second + 1);
    const { error } = await client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(error?.code).toBe('refresh_token_already_used');
    expect((await supabase.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });

  it('accept a clock that is half a minute off, but no more', async () => {
    const { supabase, clock } = await person();
    const { factorId, uri } = await enrollTestFactor(supabase);
    const show = async (steps: number) =>
      (await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock, steps) })).error?.code;
    expect([await show(-2), await show(2)]).toEqual(Array(2).fill('mfa_verification_failed'));
    expect(await show(-1)).toBeUndefined();
    expect(await show(1)).toBeUndefined();
  });

  it('accept a code once, even if it is sent many times at the same moment', async () => {
    const { supabase, client, clock, account, factorId, uri } = await protectedPerson();
    const replayed = await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock) });
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    clock.advance(60 * second);
    const code = codeAt(uri, clock);
    const thieves = [client(), client(), client()];
    for (const thief of thieves) await thief.auth.signInWithPassword(account);
    const answers = await Promise.all(
      thieves.map((thief) => thief.auth.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('refuse even the correct code for an hour after ten wrong ones', async () => {
    const { supabase, clock, factorId, uri } = await protectedPerson({ limits: defaultLimits });
    const show = async (code: string) =>
      (await supabase.auth.mfa.challengeAndVerify({ factorId, code })).error?.code;
    for (let index = 0; index < 10; index += 1) expect(await show('000000')).toBe('mfa_verification_failed');
    clock.advance(60 * second);
    expect(await show(codeAt(uri, clock))).toBe('over_request_rate_limit');
    clock.advance(3600 * second);
    await supabase.auth.refreshSession();
    expect(await show(codeAt(uri, clock))).toBeUndefined();
  });

  it('refuse a challenge that is expired, used, or from another IP address or factor', async () => {
    const { supabase, send, clock, factorId, uri } = await protectedPerson();
    const { data: session } = await supabase.auth.getSession();
    const verify = async (challengeId: string, address = '203.0.113.7') => {
      const answer = await send(
        `/factors/${factorId}/verify`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${session.session!.access_token}` },
          body: JSON.stringify({ challenge_id: challengeId, code: codeAt(uri, clock) }),
        },
        { address },
      );
      return ((await answer.json()) as { error_code?: string }).error_code;
    };
    const challenge = async () => (await supabase.auth.mfa.challenge({ factorId })).data!.id;
    clock.advance(60 * second);
    expect(await verify(crypto.randomUUID())).toBe('mfa_factor_not_found');
    expect(await verify(await challenge(), '203.0.113.8')).toBe('mfa_ip_address_mismatch');
    const late = await challenge();
    clock.advance(300 * second + 1);
    expect(await verify(late)).toBe('mfa_challenge_expired');
    const used = await challenge();
    expect(await verify(used)).toBeUndefined();
    clock.advance(60 * second);
    expect(await verify(used)).toBe('mfa_ip_address_mismatch');
  });

  it('do not exist for other users', async () => {
    const [owner, stranger] = [await protectedPerson(), await person()];
    const { factorId } = owner;
    const { mfa } = stranger.supabase.auth;
    const attempts = [
      await mfa.challenge({ factorId }),
      await mfa.unenroll({ factorId }),
      await mfa.challengeAndVerify({ factorId, code: codeAt(owner.uri, owner.clock) }),
      await mfa.challenge({ factorId: 'no id' }),
    ];
    expect(attempts.map(({ error }) => error?.code)).toEqual(Array(4).fill('mfa_factor_not_found'));
    expect((await owner.supabase.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  it('are removed only from a session that used them, which returns to the first level [AUTH-023]', async () => {
    const { supabase, client, account, factorId } = await protectedPerson();
    const elsewhere = client();
    await elsewhere.auth.signInWithPassword(account);
    expect((await elsewhere.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await supabase.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    const { data } = await supabase.auth.refreshSession();
    expect(decodeJwt(data.session!.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(await readLevels(supabase)).toEqual(['aal1', 'aal1']);
  });

  it('protect the email, the password and further factors', async () => {
    const { client, account } = await protectedPerson();
    const elsewhere = client();
    await elsewhere.auth.signInWithPassword(account);
    const insufficient = { code: 'insufficient_aal' };
    expect((await elsewhere.auth.updateUser({ password: 'a new password' })).error).toMatchObject(
      insufficient,
    );
    expect((await elsewhere.auth.updateUser({ email: newCredentials().email })).error).toMatchObject(
      insufficient,
    );
    expect((await elsewhere.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(insufficient);
    expect((await elsewhere.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull();
  });

  it('have unique names, at most ten; unconfirmed ones are replaced', async () => {
    const { supabase, clock } = await person();
    const enrollTestFactor = (friendlyName: string) =>
      supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    expect((await enrollTestFactor('Phone')).error).toBeNull();
    expect((await enrollTestFactor('Phone')).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    });
    for (let index = 2; index <= 10; index += 1)
      expect((await enrollTestFactor(`Phone ${index}`)).error).toBeNull();
    expect((await enrollTestFactor('One more')).error?.code).toBe('too_many_enrolled_mfa_factors');
    clock.advance(300 * second + 1);
    expect((await enrollTestFactor('Phone')).error).toBeNull();
    expect((await supabase.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('are not available to guests', async () => {
    const { client } = startAuth(database);
    const guest = client();
    await guest.auth.signInAnonymously();
    expect((await guest.auth.mfa.enroll({ factorType: 'totp' })).error?.status).toBe(422);
  });

  it('are encrypted and bound to their row', async () => {
    const { supabase, user } = await person();
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
    const [row] = await database.query<{ secret: string }>(
      'select secret from auth.mfa_factors where user_id = $1',
      [user.id],
    );
    expect(row!.secret).not.toContain(data!.totp.secret);
    const other = await person();
    const { factorId } = await enrollTestFactor(other.supabase);
    await database.query('update auth.mfa_factors set secret = $2 where id = $1', [factorId, row!.secret]);
    const { error } = await other.supabase.auth.mfa.challengeAndVerify({
      factorId,
      code: codeAt(data!.totp.uri, other.clock),
    });
    expect(error?.status).toBe(500);
  });

  it('can be listed and removed by administrators', async () => {
    const { admin, client, user, factorId, supabase } = await protectedPerson();
    const { mfa } = admin().auth.admin;
    const { data } = await mfa.listFactors({ userId: user.id });
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(JSON.stringify(data)).not.toContain('secret');
    const asVisitor = await client().auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId });
    expect(asVisitor.error?.code).toBe('not_admin');
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull();
    expect((await supabase.auth.mfa.listFactors()).data?.all).toEqual([]);
  });
});
