import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getSupabase, hasStoredSession } from '../../../lib/supabase.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { endFakeTimers } from '../../../testing/fake-timers.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { waitUntil } from '../../../testing/wait-until.ts';
import { SignUpPage } from './SignUpPage.tsx';

const page = (
  <Routes>
    <Route path="/signup" element={<SignUpPage />} />
    <Route path="*" element={<p>the target page</p>} />
  </Routes>
);

function fill(): void {
  const set = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  set('Full name', ' Ada Lovelace ');
  set('Email', 'ada@example.com');
  set('Password', 'secret-words');
  fireEvent.submit(screen.getByRole('button', { name: 'Create Account' }).closest('form')!);
}

const sees = (text: string) => screen.queryByText(text) !== null;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('sign-up', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    await endFakeTimers();
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('requires full name, email and a password of at least 8 characters [ACCT-008, ACCT-009, ACCT-010]', () => {
    startFakeService();
    renderApp(page, '/signup');
    for (const label of ['Full name', 'Email', 'Password'])
      expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('minlength', '8');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('At least 8 characters');
  });

  it('offers the demo first, and sign-in with the same target [ACCT-011, ACCT-012]', () => {
    startFakeService();
    renderApp(page, '/signup?redirectTo=%2Fchat');
    expect(screen.getByRole('link', { name: 'Try Demo First' })).toHaveAttribute('href', '/signin?demo=true');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/signin?redirectTo=%2Fchat',
    );
  });

  it("turns a guest's session into the account; the confirmation email keeps the target", async () => {
    const service = startFakeService();
    service.answer('PUT /auth/v1/user', {
      body: fakeSession({ email: 'demo@clover.local', isAnonymous: true }).user,
    });
    storeSession({ email: 'demo@clover.local', isAnonymous: true });
    renderApp(page, '/signup?redirectTo=%2Fcheckout%3Ftier%3Dprofessional');
    await waitUntil(() => screen.queryByRole('button', { name: 'Create account' }) !== null);
    const set = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    set('Full name', 'Ada');
    set('Email', 'ada@example.com');
    set('Password', 'secret-words');
    fireEvent.submit(screen.getByRole('button', { name: 'Create account' }).closest('form')!);
    await waitUntil(() => screen.queryByText(/Open the link we sent to ada@example.com/) !== null);
    const [asked] = service.to('/auth/v1/user').filter(({ method }) => method === 'PUT');
    expect(asked?.body).toMatchObject({ email: 'ada@example.com', password: 'secret-words' });
    expect(decodeURIComponent(decodeURIComponent(asked?.search ?? ''))).toContain(
      '/checkout?tier=professional',
    );
    expect(service.to('/auth/v1/signup')).toEqual([]);
  });

  it.each([
    ['/signup', '/'],
    ['/signup?redirectTo=%2Fpricing%3Fselected%3Dprofessional', '/pricing?selected=professional'],
    ['/signup?redirectTo=%2F%2Fevil.example', '/'],
  ])(
    'at %s creates the account, stays busy for 1.5 s and then opens %s [ACCT-001, ACCT-007, ACCT-013, ACCT-014]',
    async (from, to) => {
      const service = startFakeService();
      service.answer('POST /auth/v1/signup', {
        body: fakeSession({ email: 'ada@example.com', data: { name: 'Ada Lovelace' } }),
      });
      const { address } = renderApp(page, from);
      fill();
      expect(screen.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
      await waitUntil(hasStoredSession);
      await pass(1_499);
      expect(address()).toBe(from);
      expect(screen.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
      await pass(1);
      await waitUntil(() => address() === to);
      expect(localStorage.getItem('isAuthenticated')).toBe('true');
    },
  );

  it('sends the input, shows a toast and stores the three mirrored values [ACCT-015, ACCT-016]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/signup', {
      body: fakeSession({ email: 'ada@example.com', data: { name: 'Ada Lovelace' } }),
    });
    renderApp(page, '/signup');
    fill();
    await waitUntil(hasStoredSession);
    await pass(1_500);
    await waitUntil(() => sees('Account created'));
    expect(screen.getByText("You've successfully signed up!")).toBeVisible();
    expect(service.to('/auth/v1/signup')[0]?.body).toMatchObject({
      email: 'ada@example.com',
      password: 'secret-words',
      data: { name: 'Ada Lovelace' },
    });
    expect(localStorage.getItem('isAuthenticated')).toBe('true');
    expect(localStorage.getItem('userName')).toBe('Ada Lovelace');
    expect(localStorage.getItem('userEmail')).toBe('ada@example.com');
  });

  it('stays busy until the account is created if that takes longer than 1.5 s [ACCT-018]', async () => {
    const service = startFakeService();
    const gate = Promise.withResolvers<void>();
    service.answer('POST /auth/v1/signup', async () => {
      await gate.promise;
      return { body: fakeSession({ email: 'ada@example.com' }) };
    });
    const { address } = renderApp(page, '/signup');
    fill();
    await waitUntil(() => service.to('/auth/v1/signup').length === 1);
    await pass(10_000);
    expect(address()).toBe('/signup');
    gate.resolve();
    await waitUntil(() => address() === '/');
    expect(sees('Creating Account...')).toBe(false);
  });

  it('opens sign-in with the same target if the email has to be confirmed first [ACCT-018]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/signup', { body: fakeSession({ email: 'ada@example.com' }).user });
    const { address } = renderApp(page, '/signup?redirectTo=%2Fchat');
    fill();
    await pass(1_500);
    await waitUntil(() => address() === '/signin?redirectTo=%2Fchat');
    expect(localStorage.getItem('isAuthenticated')).toBeNull();
  });

  it.each([
    [
      { status: 422, body: { code: 'user_already_exists', msg: 'User already registered' } },
      'User already registered',
    ],
    [{ status: 200, body: 'nonsense' }, 'Failed to create account. Please try again.'],
  ])('shows why it failed and keeps the form: %o [ACCT-010, ACCT-017]', async (answer, message) => {
    const service = startFakeService();
    service.answer('POST /auth/v1/signup', answer);
    const { address } = renderApp(page, '/signup');
    fill();
    await pass(1_500);
    await waitUntil(() => sees('Error') && sees('Create Account'));
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(address()).toBe('/signup');
  });

  it('shows how many messages a day are free, as configured in the service', async () => {
    const service = startFakeService();
    service.answer('GET /rest/v1/system_settings', {
      body: [{ setting_key: 'starter_messages_per_day', setting_value: '7' }],
    });
    renderApp(page, '/signup');
    await waitUntil(() => screen.queryByText('Free, 7 messages a day. No card needed.') !== null);
    expect(screen.queryByText(/3 messages/)).toBeNull();
  });

  it('redirects signed-in users', async () => {
    await endFakeTimers();
    startFakeService();
    storeSession({ email: 'ada@example.com' });
    const { address } = renderApp(page, '/signup?redirectTo=%2Fpricing');
    await screen.findByText('the target page');
    expect(address()).toBe('/pricing');
  });
});
