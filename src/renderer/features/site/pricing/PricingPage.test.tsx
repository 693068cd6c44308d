import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../../../lib/supabase.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { PricingPage } from './PricingPage.tsx';

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      browser back
    </button>
  );
}

function Start() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate('/pricing?selected=professional')}>
      choose
    </button>
  );
}

const page = (
  <Routes>
    <Route path="/pricing" element={<PricingPage />} />
    <Route path="/start" element={<Start />} />
    <Route path="*" element={<Elsewhere />} />
  </Routes>
);

const link = (name: string) => screen.getByRole('link', { name });
const signIn = () => storeSession({ email: 'ada@example.com' });

describe('the plans page', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('shows two plans with their prices [PRICE-001, PRICE-003, PRICE-004, PRICE-005]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    const plan = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li');
    expect(plan('Starter')).toHaveTextContent('$0 for as long as you want');
    expect(plan('Professional')).toHaveTextContent('$25 a month');
  });

  it('compares the plans in a table [PRICE-007, ROLE-001]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    const table = within(screen.getByRole('table', { name: 'What each plan includes' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Feature',
      'Starter',
      'Professional',
    ]);
    const cells = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(/^Messages a day/)).toEqual(['3', 'Unlimited']);
    expect(cells(/^Models/)).toEqual(['2', 'All']);
    expect(cells(/^Chat history/)).toEqual(['24 hours', 'Unlimited']);
    for (const both of [/^Quick actions/, /^Your own provider keys/, /^Chat export/])
      expect(cells(both)).toEqual(['✓Included', '✓Included']);
    expect(cells(/^Replies read aloud/)).toEqual(['–Not included', '✓Included']);
  });

  it('answers questions, marks sample quotes and ends with a call to action [PRICE-008, PRICE-009, PRICE-010]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
    const cancel = screen.getByText('Can I cancel?').closest('details');
    expect(cancel).toHaveTextContent('At any time, in your settings.');
    const quotes = screen.getAllByRole('figure');
    expect(quotes).toHaveLength(3);
    for (const quote of quotes) expect(quote).toHaveTextContent('Sample content');
    const closing = screen.getByRole('heading', { name: 'Write your first message' }).parentElement!;
    expect(
      within(closing)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Go Professional', 'Start with Starter']);
  });

  it('names the guarantee and the payment methods [PRICE-011, PRICE-012]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(screen.getByText('14-day money-back guarantee')).toBeVisible();
    expect(screen.getByText(/in your settings within 14 days of buying it/)).toBeInTheDocument();
    expect(screen.getByText(/major credit cards/)).toHaveTextContent('PayPal is coming soon');
  });

  it('lists what Professional adds to Starter, and marks upcoming features [ROLE-019, ROLE-025]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    const cells = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(/^API access/)).toEqual(['–Not included', '✓Included']);
    for (const name of [/^Priority support/, /^Custom AI training/])
      expect(cells(name)).toEqual(['–Not included', 'Coming soon']);
  });

  const professional = encodeURIComponent('/pricing?selected=professional');

  it('links visitors from the Professional card to sign-in and keeps the selected plan [PRICE-015, PRICE-021]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(link('Choose Professional')).toHaveAttribute('href', `/signin?redirectTo=${professional}`);
  });

  it('links visitors from all other buttons to sign-up and keeps the selected plan [PRICE-016, PRICE-017, PRICE-019]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(link('Go Professional')).toHaveAttribute('href', `/signup?redirectTo=${professional}`);
    expect(link('Get started')).toHaveAttribute('href', '/signup?redirectTo=%2Fchat');
    expect(link('Start with Starter')).toHaveAttribute(
      'href',
      `/signup?redirectTo=${encodeURIComponent('/pricing?selected=starter')}`,
    );
    const toSignIn = screen
      .getAllByRole('link')
      .filter((one) => one.getAttribute('href')?.startsWith('/signin'));
    expect(toSignIn).toEqual([link('Choose Professional')]);
  });

  it.each([
    ['starter', 'Starter', 'Choose Professional', '/checkout?tier=professional'],
    ['professional', 'Professional', 'Manage your plan', '/account#plan'],
  ] as const)('marks the plan of a user on %s', async (plan, name, action, target) => {
    startFakeService().changeAccess({ plan });
    signIn();
    renderApp(page, '/pricing');
    const mark = await screen.findByText('Your plan');
    expect(mark.closest('li')).toBe(screen.getByRole('heading', { level: 2, name }).closest('li'));
    expect(link(action)).toHaveAttribute('href', target);
    for (const name of ['Get started', 'Start with Starter'])
      expect(screen.queryByRole('link', { name })).toBeNull();
    expect(screen.queryAllByRole('link', { name: 'Go Professional' })).toHaveLength(
      plan === 'starter' ? 1 : 0,
    );
  });

  it('marks no plan for visitors and guests', async () => {
    const service = startFakeService();
    service.changeAccess({ plan: 'guest' });
    storeSession({ isAnonymous: true });
    renderApp(page, '/pricing');
    await waitFor(() => expect(link('Get started')).toHaveAttribute('href', '/chat'));
    expect(screen.queryByText('Your plan')).toBeNull();
  });

  it('keeps annual billing through sign-in [PRICE-005, PRICE-006, PRICE-013]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    fireEvent.click(screen.getByRole('radio', { name: /Annual/ }));
    expect(screen.getByText('$250')).toBeVisible();
    expect(screen.queryByText('$25')).toBeNull();
    expect(link('Choose Professional')).toHaveAttribute(
      'href',
      `/signin?redirectTo=${encodeURIComponent('/pricing?selected=professional&billing=annual')}`,
    );
  });

  it('links signed-in users to the checkout or the chat [PRICE-014, PRICE-018]', async () => {
    startFakeService();
    signIn();
    renderApp(page, '/pricing');
    await waitFor(() =>
      expect(link('Choose Professional')).toHaveAttribute('href', '/checkout?tier=professional'),
    );
    const toChat = await screen.findAllByRole('link', { name: 'Open chat' });
    expect(toChat.map((one) => one.getAttribute('href'))).toEqual(['/chat', '/chat']);
    fireEvent.click(screen.getByRole('radio', { name: /Annual/ }));
    expect(link('Go Professional')).toHaveAttribute('href', '/checkout?tier=professional&billing=annual');
  });

  it.each([
    ['/pricing?selected=professional', '/checkout?tier=professional'],
    ['/pricing?selected=professional&billing=annual', '/checkout?tier=professional&billing=annual'],
    ['/pricing?selected=starter', '/checkout?tier=starter'],
  ])(
    'sends signed-in users from %s to %s immediately [PRICE-002, PRICE-020, PRICE-021]',
    async (from, to) => {
      startFakeService();
      signIn();
      const { address } = renderApp(page, from);
      await waitFor(() => expect(address()).toBe(to));
    },
  );

  it('does not return to the selected plan with the Back button [PRICE-020]', async () => {
    startFakeService();
    signIn();
    const { address } = renderApp(page, '/start');
    fireEvent.click(screen.getByRole('button', { name: 'choose' }));
    await waitFor(() => expect(address()).toBe('/checkout?tier=professional'));
    fireEvent.click(screen.getByRole('button', { name: 'browser back' }));
    await waitFor(() => expect(address()).toBe('/start'));
  });

  it.each(['/pricing?selected=gold', '/pricing?selected=%2F%2Fevil.example', '/pricing?selected='])(
    'ignores the invalid plan in %s [PRICE-022]',
    async (from) => {
      startFakeService();
      signIn();
      const { address } = renderApp(page, from);
      await waitFor(() =>
        expect(link('Choose Professional')).toHaveAttribute('href', '/checkout?tier=professional'),
      );
      expect(address()).toBe(from);
    },
  );
});
