import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, siteUrl, startAuth } from './testing/harness.ts';
import { codeOf } from './testing/inbox.ts';

describeDatabases('an email change', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  async function account(flowType: 'implicit' | 'pkce' = 'implicit') {
    const harness = startAuth(database);
    const supabase = harness.client({ flowType });
    const person = newCredentials();
    const { data } = await supabase.auth.signUp(person);
    return { ...harness, supabase, person, id: data.user!.id, newEmail: newCredentials().email };
  }

  it('requires the codes from both mailboxes, in any order', async () => {
    for (const isNewFirst of [true, false]) {
      const { supabase, client, person, newEmail, mailTo } = await account();
      const { data, error } = await supabase.auth.updateUser({ email: newEmail });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: person.email, new_email: newEmail });
      const [first, second] = isNewFirst ? [newEmail, person.email] : [person.email, newEmail];
      const agree = async (email: string) =>
        supabase.auth.verifyOtp({ email, token: codeOf(await mailTo(email)), type: 'email_change' });
      expect(await agree(first)).toMatchObject({ error: null, data: { user: null, session: null } });
      expect((await supabase.auth.getUser()).data.user?.email).toBe(person.email);
      expect((await agree(first)).error?.code).toBe('otp_expired');
      const { data: agreed } = await agree(second);
      expect(agreed.user).toMatchObject({
        email: newEmail,
        identities: [{ identity_data: { email: newEmail, email_verified: true } }],
      });
      expect(agreed.user).not.toHaveProperty('new_email');
      expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
      const renewed = await client().auth.signInWithPassword({ ...person, email: newEmail });
      expect(renewed.error).toBeNull();
    }
  });

  it('names the old and the new email in both messages', async () => {
    const { supabase, person, newEmail, mailTo } = await account();
    await supabase.auth.updateUser({ email: newEmail });
    for (const email of [person.email, newEmail]) {
      const mail = await mailTo(email);
      expect(mail.kind).toBe('email_change');
      expect(mail.text).toContain(`Your email will change from ${person.email} to ${newEmail}.`);
    }
  });

  it('requires the links from both mailboxes, opened on any device', async () => {
    const { supabase, person, newEmail, mailTo, follow } = await account('pkce');
    await supabase.auth.updateUser({ email: newEmail }, { emailRedirectTo: `${siteUrl}/auth/callback` });
    const first = await follow(await mailTo(person.email));
    expect(first.pathname).toBe('/auth/callback');
    expect(first.searchParams.get('message')).toMatch('proceed to confirm link sent to the other email');
    expect(first.searchParams.has('code')).toBe(false);
    const second = await follow(await mailTo(newEmail));
    expect(second.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    // This version of supabase-js loses its verifier when it stores the response of updateUser. The change works
    // anyway, because the requesting browser is already signed in.
    const { error } = await supabase.auth.exchangeCodeForSession(second.searchParams.get('code')!);
    expect(error?.name).toBe('AuthPKCECodeVerifierMissingError');
    expect((await supabase.auth.getUser()).data.user?.email).toBe(newEmail);
  });

  it('starts over after a second request or a resend, and cancels the first emails', async () => {
    const { supabase, person, newEmail, mailTo, mailsTo } = await account();
    await supabase.auth.updateUser({ email: newEmail });
    const agree = (email: string, token: string) =>
      supabase.auth.verifyOtp({ email, token, type: 'email_change' });
    const old = codeOf(await mailTo(newEmail));
    expect((await agree(person.email, codeOf(await mailTo(person.email)))).error).toBeNull();
    await supabase.auth.resend({ type: 'email_change', email: person.email });
    expect(await mailsTo(newEmail)).toHaveLength(2);
    expect((await agree(newEmail, old)).error?.code).toBe('otp_expired');
    // The mailbox that had already confirmed the change must confirm it again.
    expect(await agree(newEmail, codeOf(await mailTo(newEmail)))).toMatchObject({ data: { user: null } });
    const { data } = await agree(person.email, codeOf(await mailTo(person.email)));
    expect(data.user?.email).toBe(newEmail);
  });

  it('cancels every earlier message to the old email', async () => {
    const { supabase, client, person, newEmail, mailTo, mailsTo } = await account();
    await client().auth.resetPasswordForEmail(person.email);
    const recovery = await mailTo(person.email);
    await supabase.auth.updateUser({ email: newEmail });
    const [current] = await mailsTo(person.email);
    for (const [email, mail] of [
      [person.email, current!],
      [newEmail, await mailTo(newEmail)],
    ] as const)
      await supabase.auth.verifyOtp({ email, token: codeOf(mail), type: 'email_change' });
    const { error } = await client().auth.verifyOtp({ token_hash: recovery.tokenHash!, type: 'recovery' });
    expect(error?.code).toBe('otp_expired');
  });

  it('shows only in the mailbox whether the new email has an account', async () => {
    const { send, supabase, client, mailsTo } = await account();
    const other = newCredentials();
    await client().auth.signUp(other);
    const { data } = await supabase.auth.getSession();
    const ask = async (email: string) => {
      const sent = await send('/user', {
        method: 'PUT',
        body: JSON.stringify({ email }),
        headers: { authorization: `Bearer ${data.session!.access_token}` },
      });
      const body = (await sent.json()) as Record<string, unknown>;
      return { status: sent.status, keys: Object.keys(body), newEmail: body['new_email'] };
    };
    const free = newCredentials().email;
    const response = await ask(free);
    expect(response).toMatchObject({ status: 200, newEmail: free });
    expect(await ask(other.email)).toEqual({ ...response, newEmail: other.email });
    expect((await mailsTo(other.email)).map(({ kind }) => kind)).toEqual(['already_registered']);
  });

  it('is refused if the email got an account meanwhile', async () => {
    const { supabase, client, person, newEmail, mailTo } = await account();
    await supabase.auth.updateUser({ email: newEmail });
    await client().auth.signUp({ email: newEmail, password: 'of another user' });
    const agree = async (email: string) =>
      supabase.auth.verifyOtp({ email, token: codeOf(await mailTo(email)), type: 'email_change' });
    await agree(person.email);
    expect((await agree(newEmail)).error?.code).toBe('email_exists');
    expect((await supabase.auth.getUser()).data.user?.email).toBe(person.email);
  });
});
