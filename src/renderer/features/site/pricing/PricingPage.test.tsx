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

  it('shows two plans with their prices, a comparison, questions, sample quotes and a closing call [PRICE-001, PRICE-003, PRICE-004, PRICE-005, PRICE-007, PRICE-008, PRICE-009, PRICE-010, ROLE-001]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(screen.getByRole('heading', { name: 'Starter' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Professional' })).toBeVisible();
    expect(screen.getByText('$0')).toBeVisible();
    expect(screen.getByText('$25')).toBeVisible();
    const table = screen.getByRole('table', { name: 'What is in each plan' });
    expect(within(table).getByRole('row', { name: /^Messages a day/ })).toHaveTextContent('3Unlimited');
    expect(within(table).getByRole('row', { name: /^Models/ })).toHaveTextContent('2All');
    expect(within(table).getByRole('row', { name: /^Chat history/ })).toHaveTextContent('24 hoursUnlimited');
    expect(screen.getByRole('heading', { name: 'Questions people ask' })).toBeVisible();
    expect(screen.getByText('Can I cancel?')).toBeVisible();
    const quotes = screen.getAllByRole('figure');
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes) expect(quote).toHaveTextContent('Sample content');
    expect(screen.getByRole('heading', { name: 'Write the first message' })).toBeVisible();
  });

  it('says what it guarantees and what will be taken [PRICE-011, PRICE-012]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    expect(screen.getByText('14-day money-back guarantee')).toBeVisible();
    expect(screen.getByText(/on your account page within 14 days of buying it/)).toBeInTheDocument();
    expect(screen.getByText(/major credit cards/)).toHaveTextContent('PayPal is coming soon');
  });

  it('lists what Professional has beyond Starter, and marks what is not there yet [ROLE-019, ROLE-025]', () => {
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

  it('leads a visitor to sign-in from the card and to sign-up from anywhere else, the choice kept [PRICE-015, PRICE-016, PRICE-017, PRICE-019, PRICE-021]', () => {
    startFakeService();
    renderApp(page, '/pricing');
    const professional = '/pricing?selected=professional';
    expect(link('Choose Professional')).toHaveAttribute(
      'href',
      `/signin?redirectTo=${encodeURIComponent(professional)}`,
    );
    expect(link('Go Professional')).toHaveAttribute(
      'href',
      `/signup?redirectTo=${encodeURIComponent(professional)}`,
    );
    expect(link('Get started')).toHaveAttribute('href', '/signup?redirectTo=%2Fchat');
    expect(link('Start with Starter')).toHaveAttribute(
      'href',
      `/signup?redirectTo=${encodeURIComponent('/pricing?selected=starter')}`,
    );
  });

  it('carries annual billing along, to sign-in and back [PRICE-005, PRICE-006, PRICE-013]', () => {
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

  it('leads whoever is signed in to the checkout or the chat [PRICE-014, PRICE-018]', async () => {
    startFakeService();
    signIn();
    renderApp(page, '/pricing');
    await waitFor(() =>
      expect(link('Choose Professional')).toHaveAttribute('href', '/checkout?tier=professional'),
    );
    expect(link('Get started')).toHaveAttribute('href', '/chat');
    expect(link('Start with Starter')).toHaveAttribute('href', '/chat');
    fireEvent.click(screen.getByRole('radio', { name: /Annual/ }));
    expect(link('Go Professional')).toHaveAttribute('href', '/checkout?tier=professional&billing=annual');
  });

  it.each([
    ['/pricing?selected=professional', '/checkout?tier=professional'],
    ['/pricing?selected=professional&billing=annual', '/checkout?tier=professional&billing=annual'],
    ['/pricing?selected=starter', '/checkout?tier=starter'],
  ])(
    'sends whoever is signed in from %s to %s at once [PRICE-002, PRICE-020, PRICE-021]',
    async (from, to) => {
      startFakeService();
      signIn();
      const { address } = renderApp(page, from);
      await waitFor(() => expect(address()).toBe(to));
    },
  );

  it('does not come back to the choice by the browser [PRICE-020]', async () => {
    startFakeService();
    signIn();
    const { address } = renderApp(page, '/start');
    fireEvent.click(screen.getByRole('button', { name: 'choose' }));
    await waitFor(() => expect(address()).toBe('/checkout?tier=professional'));
    fireEvent.click(screen.getByRole('button', { name: 'browser back' }));
    await waitFor(() => expect(address()).toBe('/start'));
  });

  it.each(['/pricing?selected=gold', '/pricing?selected=%2F%2Fevil.example', '/pricing?selected='])(
    'ignores the choice of %s [PRICE-022]',
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
