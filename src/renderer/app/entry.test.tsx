import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequireSession } from './RequireSession.tsx';
import { getSupabase } from '../lib/supabase.ts';
import { type Answer, factorId, fakeSession, startFakeService } from '../testing/fake-service.ts';
import { endFakeTimers } from '../testing/fake-timers.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AuthCallbackPage } from '../features/account/sign-in/AuthCallbackPage.tsx';
import { ResetPasswordPage } from '../features/account/sign-in/ResetPasswordPage.tsx';
import { SignInPage } from '../features/account/sign-in/SignInPage.tsx';
import { SignUpPage } from '../features/account/sign-in/SignUpPage.tsx';

const pages = (
  <Routes>
    <Route path="/signin" element={<SignInPage />} />
    <Route path="/signup" element={<SignUpPage />} />
    <Route path="/reset-password" element={<ResetPasswordPage />} />
    <Route path="/auth/callback" element={<AuthCallbackPage />} />
    <Route element={<RequireSession />}>
      <Route path="/account" element={<p>the account</p>} />
    </Route>
    <Route path="*" element={<p>led on</p>} />
  </Routes>
);
const ada = { email: 'ada@example.com' };
const refusal = (error_code: string, status = 422): Answer => ({
  status,
  body: { code: status, error_code, msg: `library english of ${error_code}` },
});
const email = () => screen.getAllByLabelText('Email')[0]!;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

describe('sign-in by email', () => {
  it('shows the same text for every email, accepts the code with a space, and redirects [ACCT-002, AUTH-003]', async () => {
    const service = startFakeService();
    // The hosted service's response for an unknown email.
    service.answer('POST /auth/v1/otp', refusal('otp_disabled'));
    const { user, address } = renderApp(pages, '/signin?redirectTo=%2Fpricing');
    await user.click(button('Email me a link instead'));
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.type(email(), 'ada@example.com{Enter}');
    await title('Check your email');
    expect(screen.getByText(/If ada@example.com has an account/)).toBeVisible();
    const [asked] = service.to('/auth/v1/otp');
    expect(asked?.body).toMatchObject({ email: 'ada@example.com', create_user: false });
    expect(asked?.body).toMatchObject({ code_challenge_method: 's256' });
    expect(new URLSearchParams(asked?.search).get('redirect_to')).toBe(
      `${location.origin}/auth/callback?redirectTo=%2Fpricing`,
    );

    service.answer('POST /auth/v1/verify', refusal('otp_expired', 403));
    await user.click(button('Continue'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the code from the email.');
    await user.type(screen.getByLabelText('Code from the email'), '123 456{Enter}');
    expect(await screen.findByText(/This code is wrong, expired, or already used/)).toBeVisible();
    expect(document.body).not.toHaveTextContent('library english');
    service.answer('POST /auth/v1/verify', { body: fakeSession(ada) });
    await user.click(button('Continue'));
    await waitFor(() => expect(address()).toBe('/pricing'));
    expect(service.to('/auth/v1/verify').at(-1)?.body).toMatchObject({ token: '123456', type: 'email' });
  });

  it('sends another email after a minute, and shows an error if the service refuses', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const service = startFakeService();
      service.answer('POST /auth/v1/otp', { body: {} });
      const { user } = renderApp(pages, '/signin');
      await user.click(button('Email me a link instead'));
      await user.type(email(), 'ada@example.com{Enter}');
      await title('Check your email');
      expect(button('Send another email')).toBeDisabled();
      await vi.advanceTimersByTimeAsync(60_000);
      await waitFor(() => expect(button('Send another email')).toBeEnabled());
      service.answer('POST /auth/v1/otp', refusal('over_email_send_rate_limit', 429));
      await user.click(button('Send another email'));
      expect(await screen.findByRole('alert')).toHaveTextContent('An email was sent just now.');
      service.answer('POST /auth/v1/otp', { body: {} });
      await user.click(button('Send another email'));
      expect(await screen.findByText('Check your email again.')).toBeVisible();
      expect(button('Send another email')).toHaveAttribute('aria-disabled', 'true');
    } finally {
      await endFakeTimers();
    }
  });
});

describe('an unconfirmed email', () => {
  it('sign-up continues to sign-in, keeps the target, and accepts the code [ACCT-018]', async () => {
    const service = startFakeService();
    const { user: unconfirmed } = fakeSession(ada);
    service.answer('POST /auth/v1/signup', { body: unconfirmed });
    const { user, address } = renderApp(pages, '/signup?redirectTo=%2Fpricing');
    await user.type(screen.getByLabelText('Full name'), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'a good long password{Enter}');
    await title('Confirm your email');
    expect(address()).toBe('/signin?redirectTo=%2Fpricing');
    service.answer('POST /auth/v1/verify', { body: fakeSession(ada) });
    await user.type(screen.getByLabelText('Code from the email'), '123456{Enter}');
    await waitFor(() => expect(address()).toBe('/pricing'));
    expect(service.to('/auth/v1/verify')[0]?.body).toMatchObject({ type: 'signup', email: ada.email });
  });

  it('confirmation is requested again after a correct password', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/token', refusal('email_not_confirmed', 400));
    const { user } = renderApp(pages, '/signin');
    await user.type(email(), 'ada@example.com');
    await user.type(screen.getAllByLabelText('Password')[0]!, 'a good long password{Enter}');
    await title('Confirm your email');
    await user.click(button('Back to sign-in'));
    expect(await title('Sign in')).toBeVisible();
  });
});

describe('a second factor', () => {
  it('is required before anything else, and a wrong code can be corrected', async () => {
    const service = startFakeService();
    const restricted = fakeSession({ ...ada, secondFactor: 'missing' });
    service.answer('GET /auth/v1/user', { body: restricted.user });
    service.answer('POST /auth/v1/token', { body: restricted });
    service.answer(`POST /auth/v1/factors/${factorId}/challenge`, {
      body: { id: 'c1', type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 },
    });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, refusal('mfa_verification_failed'));
    const { user, address } = renderApp(pages, '/account');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getAllByLabelText('Password')[0]!, 'a good long password{Enter}');
    await title('One more step');
    expect(screen.queryByText('Signed in successfully')).toBeNull();
    expect(service.to('/rest/v1/rpc/own_access')).toEqual([]);
    expect(localStorage.getItem('isAuthenticated')).toBeNull();
    const code = () => screen.getByLabelText('6-digit code');
    await user.type(code(), '12{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the 6-digit code');
    await user.clear(code());
    await user.type(code(), '111 111{Enter}');
    expect(await screen.findByText(/This code is wrong/)).toBeVisible();
    expect(code()).toHaveFocus();
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, {
      body: fakeSession({ ...ada, secondFactor: 'used' }),
    });
    await user.clear(code());
    await user.type(code(), '222222{Enter}');
    expect(await screen.findByText('the account')).toBeVisible();
    expect(address()).toBe('/account');
    expect(screen.getByText('Signed in successfully')).toBeVisible();
  });
});

describe('a forgotten password', () => {
  it('is reset with the emailed code on any device, and the form does not reveal accounts [AUTH-017]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/recover', { body: {} });
    const { user, address } = renderApp(pages, '/reset-password?redirectTo=%2Fpricing');
    await user.type(email(), 'ada@example.com{Enter}');
    await title('Check your email');
    const back = new URLSearchParams(service.to('/auth/v1/recover')[0]?.search).get('redirect_to');
    expect(back).toBe(
      `${location.origin}/auth/callback?redirectTo=${encodeURIComponent('/reset-password?redirectTo=%2Fpricing')}`,
    );
    service.answer('POST /auth/v1/verify', { body: fakeSession(ada) });
    await user.type(screen.getByLabelText('Code from the email'), '123456{Enter}');
    await title('Choose a new password');
    service.answer('PUT /auth/v1/user', refusal('same_password'));
    await user.type(screen.getByLabelText('New password'), 'the old password{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('your current password');
    service.answer('PUT /auth/v1/user', { body: fakeSession(ada).user });
    await user.type(screen.getByLabelText('New password'), ' and more{Enter}');
    expect(await screen.findByText('Password changed')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/pricing'));
  });

  it('requires an emailed code if the session is not fresh [AUTH-014]', async () => {
    const service = startFakeService();
    service.answer('PUT /auth/v1/user', refusal('reauthentication_needed', 400));
    service.answer('GET /auth/v1/reauthenticate', { body: {} });
    storeSession(ada);
    const { user } = renderApp(pages, '/reset-password');
    await user.type(await screen.findByLabelText('New password'), 'a good new password{Enter}');
    const code = await screen.findByLabelText('Code from the email');
    service.answer('PUT /auth/v1/user', { body: fakeSession(ada).user });
    await user.type(code, '654 321{Enter}');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(service.to('/auth/v1/user').at(-1)?.body).toMatchObject({ nonce: '654321' });
  });

  it('must be replaced after a forced reset, and then the requested page opens [ADMIN-035]', async () => {
    const service = startFakeService();
    service.changeAccess({ requirement: 'new_password' });
    storeSession(ada);
    const { user, address } = renderApp(pages, '/account');
    await title('Choose a new password');
    expect(screen.getByText(/An administrator requires a new password/)).toBeVisible();
    expect(address()).toBe('/reset-password?redirectTo=%2Faccount');
    const known = Promise.withResolvers<void>();
    service.answer('PUT /auth/v1/user', () => {
      service.answer('POST /rest/v1/rpc/own_access', async () => {
        await known.promise;
        return { body: { access: 'active', plan: 'starter', requirement: null } };
      });
      return { body: fakeSession(ada).user };
    });
    await user.type(screen.getByLabelText('New password'), 'a good new password{Enter}');
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''));
    // Until there is a new password, any other page would redirect here.
    expect(address()).toBe('/reset-password?redirectTo=%2Faccount');
    known.resolve();
    await waitFor(() => expect(address()).toBe('/account'));
    expect(screen.getByText('the account')).toBeVisible();
  });
});

describe('the link in an email', () => {
  it.each([
    [
      '?error=access_denied&error_code=otp_expired',
      "This link doesn't work",
      /already used, or it has expired/,
    ],
    [
      '#error=access_denied&error_code=otp_expired',
      "This link doesn't work",
      /already used, or it has expired/,
    ],
    ['?error=access_denied', "Couldn't sign you in", /choose another way to sign in/],
    ['#error=server_error&error_code=unexpected_failure', "Couldn't sign you in", /canceled or failed/],
    ['?code=of-another-browser', "You're not signed in here", /request a new email/],
    ['#message=Confirm%20the%20other', 'One more email to confirm', /Now open the link in the other one/],
    ['', "This link doesn't work", /Request a new email/],
  ])('%s is shown as "%s" [AUTH-050]', async (arrival, heading, text) => {
    startFakeService();
    renderApp(pages, `/auth/callback${arrival}`);
    await title(heading);
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/signin');
  });

  it('asks signed-in users to request another email if the link fails', async () => {
    startFakeService();
    storeSession(ada);
    renderApp(pages, '/auth/callback#error=server_error&error_code=unexpected_failure');
    await title("This link doesn't work");
    expect(screen.getByText('Something went wrong. Try again later, or request a new email.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
  });

  it('redirects signed-in users to the requested page, never to another site [ACCT-007]', async () => {
    startFakeService();
    storeSession(ada);
    const { address } = renderApp(pages, '/auth/callback?redirectTo=https%3A%2F%2Fevil.example');
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('reports an email change only if the link confirmed one', async () => {
    const service = startFakeService();
    storeSession(ada);
    service.answer('POST /auth/v1/token', { body: fakeSession({ email: 'countess@example.com' }) });
    const { address, unmount } = renderApp(
      pages,
      '/auth/callback?code=without-verifier&redirectTo=%2Faccount',
    );
    expect(await screen.findByText('Sign in with countess@example.com from now on.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/account'));
    unmount();
    notifications.clean();

    const again = renderApp(pages, '/auth/callback?code=of-a-stranger&redirectTo=%2Faccount');
    await waitFor(() => expect(again.address()).toBe('/account'));
    expect(screen.queryByText('Email changed')).toBeNull();
    expect(service.to('/auth/v1/token').map(({ search }) => search)).toEqual(
      Array(2).fill('?grant_type=refresh_token'),
    );
  });
});

describe('other ways to sign in', () => {
  it('are the providers that the service lists as enabled, by name [AUTH-003]', async () => {
    const service = startFakeService();
    service.answer('GET /auth/v1/settings', {
      body: { external: { email: true, github: true, google: false, anonymous_users: true } },
    });
    renderApp(pages, '/signin');
    expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Continue with (?!GitHub)/ })).toBeNull();
  });
});
