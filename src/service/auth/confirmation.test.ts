import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, siteUrl, startAuth } from './testing/harness.ts';
import { codeOf, wrongCodeFor } from './testing/inbox.ts';

const minute = 60_000;

describeDatabases('sign-up with confirmation', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  const start = (options: Parameters<typeof startAuth>[1] = {}) =>
    startAuth(database, { confirmEmail: true, ...options });

  it('creates an account that cannot be used before its email is confirmed', async () => {
    const { client, mailTo } = start();
    const person = newCredentials();
    const { data, error } = await client().auth.signUp({ ...person, options: { data: { name: 'Ada' } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      user_metadata: { name: 'Ada', email_verified: false },
    });
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const mail = await mailTo(person.email);
    expect(mail).toMatchObject({ kind: 'confirmation', otp: expect.stringMatching(/^\d{6}$/) });
    expect(mail.text).toContain(mail.link);
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('email_not_confirmed');
  });

  it('signs in once with the emailed code [AUTH-012]', async () => {
    const { client, mailTo } = start();
    const person = newCredentials();
    const supabase = client();
    await supabase.auth.signUp(person);
    const mail = await mailTo(person.email);
    const show = (token: string) => supabase.auth.verifyOtp({ email: person.email, token, type: 'signup' });
    expect((await show(wrongCodeFor(mail))).error).toMatchObject({ status: 403, code: 'otp_expired' });
    // Users may type the space that the email shows in the code, and the email in upper case.
    const { data, error } = await supabase.auth.verifyOtp({
      email: person.email.toUpperCase(),
      token: `${codeOf(mail).slice(0, 3)} ${codeOf(mail).slice(3)}`,
      type: 'email',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
    });
    expect((await supabase.auth.getUser()).data.user?.id).toBe(data.user?.id);
    expect((await show(codeOf(mail))).error?.code).toBe('otp_expired');
    expect((await client().auth.signInWithPassword(person)).error).toBeNull();
  });

  it('confirms by the link, which redirects to the requesting page', async () => {
    const { client, mailTo, follow } = start();
    const person = newCredentials();
    const supabase = client({ flowType: 'pkce' });
    await supabase.auth.signUp({
      ...person,
      options: { emailRedirectTo: `${siteUrl}/auth/callback?redirectTo=%2Fchat` },
    });
    const mail = await mailTo(person.email);
    expect(mail.link).toMatch(`${siteUrl}/auth/v1/verify?token=pkce_`);
    const page = await follow(mail);
    expect(page.pathname).toBe('/auth/callback');
    expect(page.searchParams.get('redirectTo')).toBe('/chat');
    const { data } = await supabase.auth.exchangeCodeForSession(page.searchParams.get('code')!);
    expect(data.user?.email).toBe(person.email);
    const twice = await follow(mail);
    expect(twice.searchParams.get('error_code')).toBe('otp_expired');
    expect(twice.searchParams.has('code')).toBe(false);
  });

  it('gives the same response if the email has an account, and emails its owner', async () => {
    const { client, mailTo } = start();
    const [known, unknown] = [newCredentials(), newCredentials()];
    await start({ confirmEmail: false }).client().auth.signUp(known);
    const answers = [];
    for (const { email } of [known, unknown]) {
      const { data, error } = await client().auth.signUp({
        email,
        password: 'chosen by a visitor',
        options: { data: { name: 'Eve' } },
      });
      answers.push({ ...data, error });
    }
    const shapeOf = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value)
          .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
          .replaceAll(/person-\d+@/g, 'person@'),
      );
    expect(shapeOf(answers[0])).toEqual(shapeOf(answers[1]));
    expect(await mailTo(known.email)).toMatchObject({
      kind: 'already_registered',
      link: `${siteUrl}/signin`,
    });
    expect(await mailTo(unknown.email)).toMatchObject({ kind: 'confirmation' });
    expect((await client().auth.signInWithPassword(known)).error).toBeNull();
  });

  it('keeps only the password of the last sign-up', async () => {
    const { client, mailTo } = start();
    const { email } = newCredentials();
    await client().auth.signUp({ email, password: 'of the first sign-up' });
    const first = await mailTo(email);
    await client().auth.signUp({ email, password: 'of the owner of the mailbox' });
    const second = await mailTo(email);
    const show = (token: string) => client().auth.verifyOtp({ email, token, type: 'signup' });
    expect((await show(codeOf(first))).error?.code).toBe('otp_expired');
    expect((await show(codeOf(second))).error).toBeNull();
    const signIn = (password: string) => client().auth.signInWithPassword({ email, password });
    expect((await signIn('of the first sign-up')).error?.code).toBe('invalid_credentials');
    expect((await signIn('of the owner of the mailbox')).error).toBeNull();
  });

  it('keeps the password of a used account that an administrator marked as not verified', async () => {
    const { client, mailTo } = start();
    const owner = newCredentials();
    await client().auth.signUp(owner);
    const first = await mailTo(owner.email);
    await client().auth.verifyOtp({ email: owner.email, token: codeOf(first), type: 'signup' });
    await database.query(`update auth.users set email_confirmed_at = null where email = $1`, [owner.email]);
    const other = { email: owner.email, password: 'a password of someone else' };
    await client().auth.signUp(other);
    const mail = await mailTo(owner.email);
    expect(mail.otp).not.toBe(first.otp);
    const confirmed = await client().auth.verifyOtp({
      email: owner.email,
      token: codeOf(mail),
      type: 'signup',
    });
    expect(confirmed.error).toBeNull();
    expect((await client().auth.signInWithPassword(other)).error?.code).toBe('invalid_credentials');
    expect((await client().auth.signInWithPassword(owner)).error).toBeNull();
  });

  it("deletes an unconfirmed account's password if the owner signs in another way", async () => {
    const { client, mailTo } = start();
    const { email, password } = newCredentials();
    await client().auth.signUp({ email, password });
    await mailTo(email);
    await client().auth.signInWithOtp({ email });
    const { error } = await client().auth.verifyOtp({
      email,
      token: codeOf(await mailTo(email)),
      type: 'email',
    });
    expect(error).toBeNull();
    expect((await client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('resends the email after a minute, only to unconfirmed accounts [AUTH-015]', async () => {
    const { client, mailsTo, clock } = startAuth(database, {
      confirmEmail: true,
      settings: { limits: defaultLimits },
    });
    const { email, password } = newCredentials();
    const resend = () => client().auth.resend({ type: 'signup', email });
    await client().auth.signUp({ email, password });
    await mailsTo(email);
    const early = await resend();
    expect(early.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(early.error?.message).toBe('For security purposes, you can only request this after 60 seconds.');
    clock.advance(minute);
    expect((await resend()).error).toBeNull();
    const [second, first] = await mailsTo(email);
    expect(codeOf(second!)).not.toBe(codeOf(first!));
    const { error } = await client().auth.verifyOtp({ email, token: codeOf(second!), type: 'signup' });
    expect(error).toBeNull();
    clock.advance(minute);
    expect((await resend()).error).toBeNull();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('expires a code and a link after an hour', async () => {
    const { client, mailTo, follow, clock } = start();
    const person = newCredentials();
    await client().auth.signUp(person);
    const mail = await mailTo(person.email);
    clock.advance(60 * minute);
    const { error } = await client().auth.verifyOtp({
      email: person.email,
      token: codeOf(mail),
      type: 'signup',
    });
    expect(error?.code).toBe('otp_expired');
    const page = await follow(mail);
    expect(page.href).toMatch(`${siteUrl}/#`);
    expect(new URLSearchParams(page.hash.slice(1)).get('error_description')).toBe(
      'Email link is invalid or has expired',
    );
  });

  it('turns a guest into an account after confirmation, and keeps all rows [ACCT-035]', async () => {
    const { client, mailTo } = start();
    const [guest, taken, person] = [client(), newCredentials(), newCredentials()];
    const { data } = await guest.auth.signInAnonymously();
    await start({ confirmEmail: false }).client().auth.signUp(taken);
    const shown = await guest.auth.updateUser(taken);
    expect(shown.data.user).toMatchObject({ is_anonymous: true, new_email: taken.email });
    expect(await mailTo(taken.email)).toMatchObject({ kind: 'already_registered' });

    expect((await guest.auth.updateUser(person)).data.user).toMatchObject({
      is_anonymous: true,
      new_email: person.email,
    });
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    const verified = await guest.auth.verifyOtp({
      email: person.email,
      token: codeOf(await mailTo(person.email)),
      type: 'email_change',
    });
    expect(verified.data.user).toMatchObject({
      id: data.user!.id,
      email: person.email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      identities: [{ provider: 'email', identity_data: { email: person.email, email_verified: true } }],
    });
    expect((await client().auth.signInWithPassword(person)).data.user?.id).toBe(data.user!.id);
  });

  it('refuses codes after twenty attempts, but not the link or the device that requested it', async () => {
    const { client, mailTo, follow } = startAuth(database, {
      confirmEmail: true,
      settings: { limits: defaultLimits },
    });
    const person = newCredentials();
    await client().auth.signUp(person);
    const mail = await mailTo(person.email);
    const guess = async (index: number, token: string) => {
      const { error } = await client({ address: `198.51.100.${index}` }).auth.verifyOtp({
        email: person.email,
        token,
        type: 'signup',
      });
      return error?.code;
    };
    const codes = await Promise.all(
      Array.from({ length: 22 }, (_, index) => guess(index, wrongCodeFor(mail))),
    );
    expect(codes.filter((code) => code === 'otp_expired')).toHaveLength(20);
    expect(await guess(50, codeOf(mail))).toBe('over_request_rate_limit');
    expect((await follow(mail)).hash).toContain('access_token=');
  });

  it('stores codes and links only as hashes', async () => {
    const { client, mailTo } = start();
    const person = newCredentials();
    await client().auth.signUp(person);
    const { otp, tokenHash } = await mailTo(person.email);
    const [row] = await database.query<{ text: string }>(
      `select concat(jsonb_agg(to_jsonb(t)), (select jsonb_agg(to_jsonb(u)) from auth.users u where email = $1)) as text
       from auth.one_time_tokens t where relates_to = $1`,
      [person.email],
    );
    expect(row!.text).toContain('confirmation_token');
    expect(row!.text).not.toContain(tokenHash);
    expect(row!.text).not.toMatch(new RegExp(`"${otp!}"`));
    const stored = /"token_hash": ?"([0-9a-f]{64})"/.exec(row!.text)![1]!;
    const { error } = await client().auth.verifyOtp({ token_hash: stored, type: 'signup' });
    expect(error?.code).toBe('otp_expired');
  });
});
