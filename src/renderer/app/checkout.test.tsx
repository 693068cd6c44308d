import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getSupabase } from '../lib/supabase.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('sign-up returns a guest to the checkout they came from', async () => {
  const ada = { email: 'ada@example.com', data: { name: 'Ada Lovelace' } };
  const service = startFakeService();
  service.answer('GET /rest/v1/system_settings', { body: [] });
  service.answer('PUT /auth/v1/user', { body: fakeSession(ada).user });
  service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
  storeSession({ email: 'demo@clover.local', data: { name: 'Demo User' }, isAnonymous: true });
  const { user, address } = renderApp(<AppRoutes />, '/checkout?tier=professional&billing=annual');

  await user.click(await screen.findByRole('link', { name: 'Create account' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await user.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a good long password{Enter}');

  expect(await screen.findByRole('heading', { level: 2, name: 'Your details' })).toBeVisible();
  expect(address()).toBe('/checkout?tier=professional&billing=annual');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByText('$250')).toBeVisible();
});

it('sign-in shows users who chose Professional but already have it their plan', async () => {
  const ada = { email: 'ada@example.com', data: { name: 'Ada Lovelace' } };
  const service = startFakeService();
  service.changeAccess({ plan: 'professional' });
  service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
  service.answer('GET /rest/v1/subscriptions', { body: [{ ends_at: null }] });
  const { user, address } = renderApp(<AppRoutes />, '/pricing');

  await user.click(await screen.findByRole('link', { name: 'Choose Professional' }));
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a good long password{Enter}');

  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(address()).toBe('/account/account#plan');
});
