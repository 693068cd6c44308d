import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, startAuth } from './testing/harness.ts';
import { codeOf, wrongCodeFor } from './testing/inbox.ts';

const day = 24 * 3_600_000;

describeDatabases('reauthentication', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  /** Signs a user in, advances the clock by more than a day and refreshes the session. */
  async function oldSession(settings: NonNullable<Parameters<typeof startAuth>[1]>['settings'] = {}) {
    const harness = startAuth(database, { settings });
    const supabase = harness.client();
    const person = newCredentials();
    await supabase.auth.signUp(person);
    harness.clock.advance(day + 1);
    await supabase.auth.refreshSession();
    return { ...harness, supabase, person };
  }

  it('requires an emailed code to change the password in a session older than a day [AUTH-014]', async () => {
    const { supabase, client, person, mailTo } = await oldSession();
    const password = 'a new password';
    expect((await supabase.auth.updateUser({ password })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    expect((await supabase.auth.reauthenticate()).error).toBeNull();
    const mail = await mailTo(person.email);
    expect(mail).toMatchObject({ kind: 'reauthentication' });
    expect(mail).not.toHaveProperty('link');
    const wrong = await supabase.auth.updateUser({ password, nonce: wrongCodeFor(mail) });
    expect(wrong.error).toMatchObject({ status: 400, code: 'reauthentication_not_valid' });
    expect((await supabase.auth.updateUser({ password, nonce: codeOf(mail) })).error).toBeNull();
    expect((await client().auth.signInWithPassword({ ...person, password })).error).toBeNull();
    const again = await supabase.auth.updateUser({ password: 'yet another one', nonce: codeOf(mail) });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });

  it('accepts only its own kind of code from the same user, and opens no session', async () => {
    const [one, other] = [await oldSession(), await oldSession()];
    await one.supabase.auth.reauthenticate();
    await other.supabase.auth.reauthenticate();
    const nonce = codeOf(await one.mailTo(one.person.email));
    const foreign = await other.supabase.auth.updateUser({ password: 'a new password', nonce });
    expect(foreign.error?.code).toBe('reauthentication_not_valid');
    for (const type of ['email', 'recovery', 'signup'] as const) {
      const { error } = await one.client().auth.verifyOtp({ email: one.person.email, token: nonce, type });
      expect(error?.code).toBe('otp_expired');
    }
    await one.client().auth.signInWithOtp({ email: one.person.email });
    const way = codeOf(await one.mailTo(one.person.email));
    const misused = await one.supabase.auth.updateUser({ password: 'a new password', nonce: way });
    expect(misused.error?.code).toBe('reauthentication_not_valid');
  });

  it('is not required for other changes or a newer session', async () => {
    const { supabase, client, person } = await oldSession();
    expect((await supabase.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull();
    const fresh = client();
    await fresh.auth.signInWithPassword(person);
    expect((await fresh.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  });

  it('refuses codes after ten attempts', async () => {
    const limits = { ...defaultLimits, passwordChange: { limit: 100, milliseconds: 60_000 } };
    const { supabase, person, mailTo } = await oldSession({ limits });
    await supabase.auth.reauthenticate();
    const mail = await mailTo(person.email);
    const guess = async (nonce: string) =>
      (await supabase.auth.updateUser({ password: 'a new password', nonce })).error?.code;
    for (let index = 0; index < 10; index += 1)
      expect(await guess(wrongCodeFor(mail))).toBe('reauthentication_not_valid');
    expect(await guess(codeOf(mail))).toBe('over_request_rate_limit');
  });

  it('is for accounts only, and reports if the email could not be sent', async () => {
    const { client } = startAuth(database);
    const guest = client();
    await guest.auth.signInAnonymously();
    expect((await guest.auth.reauthenticate()).error?.status).toBe(422);
    const broken = startAuth(database, { mailer: () => Promise.reject(new Error('connection refused')) });
    const supabase = broken.client();
    await supabase.auth.signUp(newCredentials());
    expect((await supabase.auth.reauthenticate()).error?.status).toBe(500);
  });
});
