import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSupabase } from '../../../lib/supabase.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { platform } from '../../../platform/index.ts';
import { testConfig } from '../../../platform/test.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { SignInPage } from './SignInPage.tsx';

const page = (
  <Routes>
    <Route path="/signin" element={<SignInPage />} />
    <Route path="*" element={<p>the target page</p>} />
  </Routes>
);
const email = () => screen.getAllByLabelText('Email')[0]!;
const password = () => screen.getAllByLabelText('Password')[0]!;
const button = (name: string) => screen.getByRole('button', { name });

describe('sign-in', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('requires email and password, with a field of type email [ACCT-020, ACCT-021]', () => {
    startFakeService();
    renderApp(page, '/signin');
    expect(email()).toBeRequired();
    expect(email()).toHaveAttribute('type', 'email');
    expect(password()).toBeRequired();
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('links to sign-up and passes the target [ACCT-023]', () => {
    startFakeService();
    renderApp(page, '/signin?redirectTo=%2Fpricing');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      '/signup?redirectTo=%2Fpricing',
    );
  });

  /** Submits the form. The service responds when the test calls `answer`. */
  async function submitForm() {
    const service = startFakeService();
    const gate = Promise.withResolvers<void>();
    service.answer('POST /auth/v1/token', async () => {
      await gate.promise;
      return { body: fakeSession({ email: 'ada@example.com' }) };
    });
    const { user, address } = renderApp(page, '/signin');
    await user.type(email(), 'ada@example.com');
    await user.type(password(), 'secret-words{Enter}');
    return { service, address, answer: gate.resolve };
  }

  it('sends email and password, and is busy until the response [ACCT-024, ACCT-025]', async () => {
    const { service, address, answer } = await submitForm();
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    await waitFor(() =>
      expect(service.to('/auth/v1/token')[0]).toMatchObject({
        search: '?grant_type=password',
        body: { email: 'ada@example.com', password: 'secret-words' },
      }),
    );
    expect(address()).toBe('/signin');
    answer();
    await screen.findByText('the target page');
  });

  it('shows a toast, and the new session opens the chat [ACCT-002, ACCT-026, ACCT-028]', async () => {
    const { address, answer } = await submitForm();
    answer();
    expect(await screen.findByText('Signed in successfully')).toBeVisible();
    expect(screen.getByText('Welcome back!')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('shows the reason for a refusal once, below the password, and keeps the input [ACCT-029]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/token', {
      status: 400,
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    });
    const { user, address } = renderApp(page, '/signin');
    await user.type(email(), 'ada@example.com');
    await user.type(password(), 'wrong-words{Enter}');
    expect(await screen.findByText('Sign in failed: Invalid login credentials')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(password()).toHaveFocus());
    for (const field of [email(), password()]) expect(field).toBeInvalid();
    expect(password()).toHaveAccessibleDescription('Sign in failed: Invalid login credentials');
    expect(button('Sign In')).toBeEnabled();
    expect(password()).toHaveValue('wrong-words');
    expect(address()).toBe('/signin');
    await user.type(password(), 'r');
    for (const field of [email(), password()]) expect(field).toBeValid();
  });

  it('shows below each field what is missing, and focuses the first one', async () => {
    startFakeService();
    const { user } = renderApp(page, '/signin');
    await user.type(email(), 'ada');
    await user.click(button('Sign In'));
    expect(email()).toHaveFocus();
    expect(email()).toHaveAccessibleDescription('Enter an email address like name@example.com.');
    expect(password()).toHaveAccessibleDescription('Fill in this field.');
    await user.type(email(), '@example.com');
    expect(email()).not.toHaveAttribute('aria-invalid');
    expect(email()).toHaveAccessibleDescription('');
  });

  it('asks the user to check the credentials if the service gave no reason [ACCT-029]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/token', { status: 400, body: { code: 'invalid_credentials', msg: '' } });
    const { user } = renderApp(page, '/signin');
    await user.type(email(), 'ada@example.com');
    await user.type(password(), 'wrong-words{Enter}');
    expect(
      await screen.findByText('Sign in failed: Please check your credentials and try again'),
    ).toBeVisible();
  });

  it('shows a refusal that is not about the credentials in the form [ACCT-029]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/token', {
      status: 429,
      body: { code: 429, error_code: 'over_request_rate_limit', msg: 'Too many' },
    });
    const { user } = renderApp(page, '/signin');
    await user.type(email(), 'ada@example.com');
    await user.type(password(), 'secret-words{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Sign in failed: Too many attempts. Wait a few minutes, then try again.',
    );
    expect(password()).toBeValid();
  });

  it('distinguishes a connection problem from wrong credentials [ACCT-030]', async () => {
    const service = startFakeService();
    const { user } = renderApp(page, '/signin');
    await screen.findByText('demo@clover.local');
    await user.type(email(), 'ada@example.com');
    service.setOffline(true);
    await user.type(password(), 'secret-words{Enter}');
    expect(await screen.findByText('There was a problem signing you in.')).toBeVisible();
  });

  it.each([
    ['/signin', '/chat'],
    ['/signin?redirectTo=%2Fchat%3Fid%3D1', '/chat?id=1'],
    ['/signin?redirectTo=https%3A%2F%2Fevil.example', '/chat'],
    ['/signin?redirectTo=%2F%2Fevil.example', '/chat'],
    ['/signin?redirectTo=%2F%5Cevil.example', '/chat'],
    ['/signin?demo=true&redirectTo=%2Fpricing', '/pricing'],
  ])(
    'redirects signed-in users from %s to %s immediately, and never to another site [ACCT-007, ACCT-027, ACCT-032]',
    async (from, to) => {
      const service = startFakeService();
      storeSession({ email: 'ada@example.com' });
      const { address } = renderApp(page, from);
      await screen.findByText('the target page');
      expect(address()).toBe(to);
      expect(service.to('/auth/v1/signup')).toEqual([]);
    },
  );

  it('stays signed out if only the mirrored key exists [ACCT-019]', () => {
    startFakeService();
    localStorage.setItem('isAuthenticated', 'true');
    const { address } = renderApp(page, '/signin');
    expect(address()).toBe('/signin');
  });
});

describe('the demo', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  const guest = (service: ReturnType<typeof startFakeService>) =>
    service.answer('POST /auth/v1/signup', ({ body }) => ({
      body: fakeSession({ isAnonymous: true, data: (body as { data: Record<string, unknown> }).data }),
    }));
  const names = () =>
    screen.queryAllByRole('button', { name: /^(?:Try Demo|Sign In)$/ }).map(({ textContent }) => textContent);
  const demoData = { email: 'demo@clover.local', name: 'Demo User', isDemo: true };

  it('opens a guest session with Try Demo, and shows a toast [ACCT-033, ACCT-034, ACCT-035, ACCT-036]', async () => {
    const service = startFakeService();
    guest(service);
    const { user, address } = renderApp(page, '/signin');
    await user.click(button('Try Demo'));
    expect(await screen.findByText('Demo mode active')).toBeVisible();
    expect(screen.getByText("You're now signed in as a demo user!")).toBeVisible();
    await waitFor(() => expect(address()).toBe('/chat'));
    expect(service.to('/auth/v1/signup')[0]?.body).toMatchObject({ data: demoData });
    expect(localStorage.getItem('isDemo')).toBe('true');
  });

  it.each([
    ['/signin?redirectTo=%2Fchat', true, ['Try Demo', 'Sign In']],
    ['/signin?redirectTo=%2Fchat%3Fid%3D1', true, ['Try Demo', 'Sign In']],
    ['/signin?redirectTo=%2Fcheckout', true, ['Sign In', 'Try Demo']],
    ['/signin', true, ['Sign In', 'Try Demo']],
    ['/signin?redirectTo=%2Fchat', false, ['Sign In']],
  ])(
    'comes first for visitors who want to chat, if guests are allowed: %s, %s',
    async (path, isAllowed, order) => {
      startFakeService();
      if (!isAllowed) vi.spyOn(platform, 'loadConfig').mockResolvedValue({ ...testConfig, demo: null });
      renderApp(page, path);
      await waitFor(() => expect(names()).toEqual(order));
    },
  );

  it.each([
    ['guests are allowed', testConfig, ['Try Demo', 'Sign In']],
    ['guests are not allowed', { ...testConfig, demo: null }, ['Sign In']],
    ['the service is unreachable', null, ['Sign In', 'Try Demo']],
  ])('never moves the form of visitors who want to chat: %s', async (_case, config, order) => {
    startFakeService();
    const loading = Promise.withResolvers<typeof testConfig>();
    vi.spyOn(platform, 'loadConfig').mockReturnValue(loading.promise);
    renderApp(page, '/signin?redirectTo=%2Fchat');
    const shown = new Set<string>();
    const watcher = new MutationObserver(() => shown.add(names().join()));
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    expect(names()).toEqual([]);
    if (config) loading.resolve(config);
    else loading.reject(new Error('unreachable'));
    await waitFor(() => expect(names()).toEqual(order));
    expect(screen.queryByText('Or chat as a guest right away.') !== null).toBe(order[0] === 'Try Demo');
    watcher.disconnect();
    expect([...shown].filter(Boolean)).toEqual([order.join()]);
  });

  it('shows its credentials next to Try Demo, and starts for them without a password sign-in [ACCT-022, ACCT-035]', async () => {
    const service = startFakeService();
    guest(service);
    const { user } = renderApp(page, '/signin');
    expect(await screen.findByText('demo@clover.local')).toBeVisible();
    expect(screen.getByText('clover-demo')).toBeVisible();
    expect(button('Try Demo')).toBeEnabled();
    await user.type(email(), 'Demo@Clover.local');
    await user.type(password(), 'clover-demo{Enter}');
    expect(await screen.findByText('Demo mode active')).toBeVisible();
    expect(service.to('/auth/v1/token')).toEqual([]);
  });

  it('starts automatically, once, with demo=true [ACCT-003, ACCT-031, ACCT-032]', async () => {
    const service = startFakeService();
    guest(service);
    const { address } = renderApp(page, '/signin?demo=true');
    await screen.findByText('the target page');
    expect(address()).toBe('/chat');
    expect(service.to('/auth/v1/signup')).toHaveLength(1);
  });

  it.each([
    [{ status: 429, body: { code: 'over_request_rate_limit', msg: 'Too many guests' } }, 'Too many guests'],
    [{ status: 200, body: 'not a session' }, 'There was an error signing in with demo credentials'],
  ])('shows why it failed: %o [ACCT-037]', async (answer, message) => {
    const service = startFakeService();
    service.answer('POST /auth/v1/signup', answer);
    const { user, address } = renderApp(page, '/signin');
    await user.click(button('Try Demo'));
    expect(await screen.findByText('Demo login failed')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    await waitFor(() => expect(button('Try Demo')).toBeEnabled());
    expect(address()).toBe('/signin');
  });
});
