import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSupabase } from '../../lib/supabase.ts';
import { factorId, fakeSession } from '../../testing/fake-service.ts';
import { ada, guest, open, refusal, region } from './testing/open-section.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

describe('the settings', () => {
  it('changes the name', async () => {
    const { user, service } = await open('general');
    const profile = region('Profile');
    expect(profile.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.clear(profile.getByLabelText('Name'));
    await user.click(profile.getByRole('button', { name: 'Save' }));
    expect(profile.getByRole('alert')).toHaveTextContent('Enter a name.');
    service.answer('PUT /auth/v1/user', {
      body: fakeSession({ ...ada, data: { name: 'Ada Lovelace' } }).user,
    });
    await user.type(profile.getByLabelText('Name'), ' Ada Lovelace {Enter}');
    expect(await screen.findByText('Name saved')).toBeVisible();
    expect(service.to('/auth/v1/user').at(-1)?.body).toMatchObject({ data: { name: 'Ada Lovelace' } });
  });

  it('changes the email after both emails are confirmed by code', async () => {
    const { user, service } = await open('general');
    const profile = region('Profile');
    await user.click(profile.getByRole('button', { name: 'Change email' }));
    await user.type(profile.getByLabelText('New email'), 'ADA@example.com{Enter}');
    expect(profile.getByRole('alert')).toHaveTextContent('This is already your email.');
    const waiting = { ...fakeSession(ada).user, new_email: 'countess@example.com' };
    service.answer('PUT /auth/v1/user', { body: waiting });
    await user.clear(profile.getByLabelText('New email'));
    await user.type(profile.getByLabelText('New email'), 'countess@example.com{Enter}');
    expect(
      await profile.findByText(/Open the links we sent to ada@example.com and countess@example.com/),
    ).toBeVisible();
    service.answer('POST /auth/v1/verify', refusal('otp_expired', 403));
    await user.type(profile.getByLabelText('Code sent to countess@example.com'), '123456{Enter}');
    expect(await profile.findByRole('alert')).toHaveTextContent(
      'This code is wrong, expired, or already used.',
    );
    const changed = fakeSession({ ...ada, email: 'countess@example.com' });
    service.answer('POST /auth/v1/verify', { body: changed });
    service.answer('POST /auth/v1/token', { body: changed });
    await user.click(profile.getAllByRole('button', { name: 'Confirm' })[0]!);
    expect(await screen.findByText('Email changed')).toBeVisible();
    expect(await profile.findByText('countess@example.com')).toBeVisible();
    expect(service.to('/auth/v1/verify').at(-1)?.body).toMatchObject({
      email: 'countess@example.com',
      type: 'email_change',
    });
  });

  it('turns a guest into an account with all chats, and hides the account sections until then [ACCT-035]', async () => {
    const { user, service } = await open(
      'general',
      ({ answer }) => {
        answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'guest', allowed: 40, used: 0 } });
        answer('GET /rest/v1/system_settings', {
          body: [{ setting_key: 'starter_history_hours', setting_value: '72' }],
        });
      },
      guest,
    );
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
    const profile = region('Profile');
    expect(profile.getByText('Guest chats are deleted after 24 hours.')).toBeVisible();
    const changes = () => profile.getAllByRole('listitem').map((item) => item.textContent);
    await waitFor(() =>
      expect(changes()).toEqual([
        'Your chats are kept until you delete them. The last 3 days are shown, or all of them with Professional.',
        '3 messages a day. As a guest, you have 40 a day with the current provider.',
      ]),
    );
    service.answer('PUT /auth/v1/user', refusal('email_exists'));
    await user.type(profile.getByLabelText('Full name'), 'Ada');
    await user.type(profile.getByLabelText('Email'), 'ada@example.com');
    await user.type(profile.getByLabelText('Password'), 'a good long password{Enter}');
    expect(await profile.findByRole('alert')).toHaveTextContent("This email address can't be used.");
    service.answer('PUT /auth/v1/user', { body: fakeSession(ada).user });
    service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
    await user.click(profile.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Your chats are still here.')).toBeVisible();
    const upgrades = service.to('/auth/v1/user').filter(({ method }) => method === 'PUT');
    expect(upgrades.at(-1)?.body).toMatchObject({
      email: 'ada@example.com',
      password: 'a good long password',
      data: { name: 'Ada', isDemo: false },
    });
    expect(await screen.findByRole('link', { name: 'Security' })).toBeVisible();
  });
});

describe('two-step sign-in', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const challenge = { id: 'c1', type: 'totp', expires_at: Math.floor(Date.now() / 1_000) + 300 };

  it('shows a QR code and a key, and is turned on only with a correct code [AUTH-022, AUTH-025]', async () => {
    const { user, service } = await open('security');
    service.answer('POST /auth/v1/factors', {
      body: {
        id: factorId,
        type: 'totp',
        friendly_name: 'Authenticator app',
        totp: { qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>', secret, uri: 'otpauth://totp/x' },
      },
    });
    service.answer(`POST /auth/v1/factors/${factorId}/challenge`, { body: challenge });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, refusal('mfa_verification_failed'));
    const factors = region('Two-step sign-in');
    await user.click(await factors.findByRole('button', { name: 'Set up an app' }));
    expect(await factors.findByRole('img', { name: /QR code/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(factors.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(service.to('/auth/v1/factors')[0]?.body).toMatchObject({ factor_type: 'totp', issuer: 'Clover' });
    await user.type(factors.getByLabelText('6-digit code'), '000 000{Enter}');
    expect(await factors.findByRole('alert')).toHaveTextContent('This code is wrong.');
    const used = fakeSession({ ...ada, secondFactor: 'used' });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, { body: used });
    service.answer('GET /auth/v1/user', { body: used.user });
    await user.click(factors.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Two-step sign-in is on')).toBeVisible();
    expect(await factors.findByText(/Add a second app/)).toBeVisible();
  });

  it('is removed only with a code from the app [AUTH-023]', async () => {
    const withFactor = { ...ada, secondFactor: 'used' } as const;
    const { user, service } = await open('security', undefined, withFactor);
    service.answer(`POST /auth/v1/factors/${factorId}/challenge`, { body: challenge });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, refusal('mfa_verification_failed'));
    service.answer(`DELETE /auth/v1/factors/${factorId}`, { body: { id: factorId } });
    const factors = region('Two-step sign-in');
    await user.click(await factors.findByRole('button', { name: 'Remove Authenticator app' }));
    await user.type(factors.getByLabelText('6-digit code'), '000000{Enter}');
    expect(await factors.findByRole('alert')).toHaveTextContent('This code is wrong.');
    expect(service.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, { body: fakeSession(withFactor) });
    service.answer('GET /auth/v1/user', { body: fakeSession(ada).user });
    service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
    await user.click(factors.getByRole('button', { name: 'Remove app' }));
    expect(await screen.findByText('Authenticator app removed')).toBeVisible();
    expect(await factors.findByText('Two-step sign-in is off.')).toBeVisible();
  });
});

describe('sessions', () => {
  const row = (id: string, is_current: boolean) => ({
    id,
    created_at: '2026-11-01T12:00:00+00:00',
    last_active_at: '2026-11-02T12:00:00+00:00',
    user_agent: is_current
      ? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
      : 'Mozilla/5.0 (iPhone) Safari/604.1',
    address: '192.0.2.7',
    aal: 'aal1',
    is_current,
  });

  it('are listed by device, and can be signed out [AUTH-003]', async () => {
    const { user, service } = await open('security', ({ answer }) =>
      answer('POST /rest/v1/rpc/list_sessions', { body: [row('here', true), row('there', false)] }),
    );
    const sessions = region("Where you're signed in");
    const items = await sessions.findAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/Chrome on Linux.*This device · 192\.0\.2\.7/);
    expect(within(items[0]!).queryByRole('button')).toBeNull();
    service.answer('POST /rest/v1/rpc/end_session', { body: true });
    service.answer('POST /rest/v1/rpc/list_sessions', { body: [row('here', true)] });
    await user.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Device signed out')).toBeVisible();
    expect(service.to('/rest/v1/rpc/end_session')[0]?.body).toEqual({ session_id: 'there' });
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1));
  });

  it.each([true, false])('lock the encrypted history, if there is one: %s', async (isEncrypted) => {
    await open('security', () => {}, { ...ada, isEncrypted });
    const sessions = region("Where you're signed in");
    await sessions.findByRole('list');
    expect(sessions.queryByText(/also locks your encrypted history/) !== null).toBe(isEncrypted);
  });

  it('are signed out everywhere by one button with a confirmation [AUTH-021]', async () => {
    const { user, service, address } = await open('security');
    const sessions = region("Where you're signed in");
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }));
    expect(service.to('/auth/v1/logout')).toEqual([]);
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(service.to('/auth/v1/logout')[0]?.search).toBe('?scope=global'));
    // The same as after a normal sign-out: a toast, then the home page.
    expect(await screen.findByText('Signed Out')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('privacy', () => {
  it('lets support see chats only if the user turns it on [ADMIN-037]', async () => {
    const { user, service } = await open('privacy', ({ answer }) =>
      answer('POST /rest/v1/rpc/set_support_consent', { body: true }),
    );
    const consent = screen.getByRole('checkbox', { name: 'Let support see my chats' });
    await waitFor(() => expect(consent).toBeEnabled());
    expect(consent).not.toBeChecked();
    await user.click(consent);
    await waitFor(() => expect(consent).toBeChecked());
    expect(service.to('/rest/v1/rpc/set_support_consent')[0]?.body).toEqual({ is_given: true });
  });

  it("lists each administrator's view with its reason", async () => {
    await open('privacy', ({ answer }) =>
      answer('POST /rest/v1/rpc/my_access_receipts', {
        body: [
          {
            id: 'r1',
            action_type: 'user.show',
            reason: 'Ticket 12',
            created_at: '2026-11-02T12:00:00+00:00',
          },
        ],
      }),
    );
    const list = await region('Privacy').findByRole('list', { name: 'Who has viewed your account' });
    expect(list).toHaveTextContent(/Your account was viewed.*by an administrator.*Reason given: Ticket 12/);
  });
});
