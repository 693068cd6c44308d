import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../lib/supabase.ts';
import { type FakeService, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../lib/plan-texts.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const setting = (setting_key: string, setting_value: string) => ({ setting_key, setting_value });
const changed = [
  setting('starter_messages_per_day', '7'),
  setting('starter_models', '4'),
  setting('starter_history_hours', '72'),
];
const cellsOf = (feature: RegExp) =>
  within(screen.getByRole('row', { name: feature }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('what Starter includes', () => {
  let service: FakeService;
  beforeEach(() => {
    service = startFakeService();
    service.answer('GET /rest/v1/system_settings', ({ search }) => ({
      body: decodeURIComponent(search).includes('payments_mode') ? [{ setting_value: 'simulated' }] : changed,
    }));
  });
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('is shown on the plans page as in the settings [ROLE-013, ROLE-014, ROLE-015]', async () => {
    renderApp(<AppRoutes />, '/pricing');
    for (const point of ['7 messages a day', '4 models', '3 days of history shown'])
      expect(await screen.findByText(point)).toBeVisible();
    expect(cellsOf(/^Messages a day/)).toEqual(['7', 'Unlimited']);
    expect(cellsOf(/^Models/)).toEqual(['4', 'All']);
    expect(cellsOf(/^Chat history/)).toEqual(['3 days', 'Unlimited']);
  });

  it('shows the documented values until the settings load, or if loading fails', async () => {
    service.answer('GET /rest/v1/system_settings', { status: 503, body: { message: 'busy' } });
    renderApp(<AppRoutes />, '/pricing');
    await waitFor(() => expect(service.to('/rest/v1/system_settings')).toHaveLength(1));
    for (const point of ['3 messages a day', '2 models', '24 hours of history shown'])
      expect(await screen.findByText(point)).toBeVisible();
    expect(cellsOf(/^Chat history/)).toEqual(['24 hours', 'Unlimited']);
  });

  it('is shown in the checkout, from summary to confirmation, as in the settings', async () => {
    storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
    const { user } = renderApp(<AppRoutes />, '/checkout');
    const summary = within(await screen.findByRole('complementary', { name: 'Your plan' }));
    for (const point of ['7 messages a day', '4 models', '3 days of history shown'])
      expect(await summary.findByText(point)).toBeVisible();
    for (const label of ['Address', 'City', 'ZIP code', 'Country'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'x' } });
    await user.click(screen.getByRole('button', { name: 'Complete Registration' }));
    const sentence = 'You have Starter: 7 messages a day, 4 models, 3 days of history shown.';
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('is shown in both settings sections before Professional is canceled', async () => {
    storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
    service.changeAccess({ plan: 'professional' });
    service.answer('POST /rest/v1/rpc/get_message_quota', {
      body: { plan: 'professional', used: 0, allowed: null, resets_at: '2026-11-23T00:00:00Z' },
    });
    service.answer('GET /rest/v1/subscriptions', {
      body: [{ billing: 'monthly', source: 'simulated', started_at: '2026-01-02T12:00:00Z', ends_at: null }],
    });
    const { user } = renderApp(<AppRoutes />, '/account/account');
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    expect(
      await screen.findByText(/you're on Starter: 7 messages a day, chats older than 3 days are hidden/),
    ).toBeVisible();
  });

  it('is defined in one place: no other file contains the numbers', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    const named = Object.entries(sources).filter(([, source]) =>
      /(?:\b\d+|one|two|three) messages? a day|\b(?:\d|two) models\b|\d+ hours? of history|older than \d+ hours|\d+-day money/i.test(
        source,
      ),
    );
    expect(named.map(([file]) => file)).toEqual([]);
  });
});
