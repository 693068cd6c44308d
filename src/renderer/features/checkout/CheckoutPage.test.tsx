import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getSupabase } from '../../lib/supabase.ts';
import { type FakeService, startFakeService } from '../../testing/fake-service.ts';
import { endFakeTimers } from '../../testing/fake-timers.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { waitUntil } from '../../testing/wait-until.ts';
import { useSession } from '../../lib/session.tsx';
import { CheckoutPage } from './CheckoutPage.tsx';

function Signed() {
  const navigate = useNavigate();
  return useSession().status === 'signed-in' ? (
    <>
      <CheckoutPage />
      <button type="button" onClick={() => void navigate(-1)}>
        browser back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        browser forward
      </button>
    </>
  ) : null;
}

const page = (
  <Routes>
    <Route path="/checkout" element={<Signed />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

const sees = (text: string) => screen.queryByText(text) !== null;
const atStep = (name: string) => screen.queryByRole('heading', { level: 2, name }) !== null;
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const canary = '4242 4242 4242 4242';

function fillDetails(): void {
  set('Address', '12 St James Square');
  set('City', 'London');
  set('ZIP code', 'SW1Y 4JH');
  set('Country', 'United Kingdom');
}

function fillCard(): void {
  set('Card number', canary);
  set('Expiry date', '1249');
  set('CVV', '123');
}

describe('the checkout', () => {
  let service: FakeService;
  let mode = 'simulated';
  let plans: readonly { readonly ends_at: string | null }[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    mode = 'simulated';
    plans = [];
    service = startFakeService();
    service.answer('GET /rest/v1/system_settings', () => ({ body: [{ setting_value: mode }] }));
    service.answer('GET /rest/v1/subscriptions', () => ({ body: plans }));
    service.answer('POST /functions/v1/billing/subscribe', () => {
      plans = [{ ends_at: null }];
      service.changeAccess({ plan: 'professional' });
      return {
        body: { plan: 'professional', billing: 'monthly', started_at: '2026-11-21T10:00:00Z', ends_at: null },
      };
    });
    storeSession({ email: 'ada@example.com', data: { name: 'Ada Lovelace' } });
  });
  afterEach(async () => {
    await endFakeTimers();
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  const open = async (address: string) => {
    const app = renderApp(page, address);
    await waitUntil(() => atStep('Your details'));
    return app;
  };
  const openPayment = async (address = '/checkout?tier=professional') => {
    const app = await open(address);
    fillDetails();
    press('Continue to Payment');
    await waitUntil(() => atStep('Payment'));
    return app;
  };
  const subscriptions = () => service.to('/functions/v1/billing/subscribe');

  it('has six fields, two of them filled in [CHECKOUT-009, CHECKOUT-010, CHECKOUT-011]', async () => {
    await open('/checkout');
    const labels = ['Name', 'Email', 'Address', 'City', 'ZIP code', 'Country'];
    expect(labels.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'Ada Lovelace',
      'ada@example.com',
      '',
      '',
      '',
      '',
    ]);
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it.each([
    ['/checkout?tier=professional&billing=annual', '$250'],
    ['/checkout', '$0'],
  ])('at %s asks a guest to create an account before anything is typed', async (address, price) => {
    storeSession({ email: 'demo@clover.local', data: { name: 'Demo User' }, isAnonymous: true });
    renderApp(page, address);
    await waitUntil(() => atStep('Create an account first'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText(price)).toBeVisible();
    const chosen = address === '/checkout' ? '/checkout?tier=starter' : address;
    expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute(
      'href',
      `/signup?redirectTo=${encodeURIComponent(chosen)}`,
    );
    expect(subscriptions()).toEqual([]);
  });

  it('continues from details directly to the confirmation for Starter, without a request [CHECKOUT-002, CHECKOUT-008, CHECKOUT-026, CHECKOUT-027]', async () => {
    await open('/checkout');
    fillDetails();
    press('Complete Registration');
    await waitUntil(() => atStep('You are all set'));
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Start Using AI' })).toHaveAttribute('href', '/chat');
    expect(subscriptions()).toEqual([]);
  });

  it.each([
    ['/checkout', 'simulated', 'Starter is free'],
    ['/checkout?tier=professional', 'simulated', 'This checkout is a simulation'],
    ['/checkout?tier=professional', 'off', 'Payments are unavailable'],
  ])(
    'at %s, payments %s, says before the fields what happens with them',
    async (address, payments, title) => {
      mode = payments;
      await open(address);
      await waitUntil(() => sees(title));
      expect(screen.getByRole('note')).toHaveTextContent(title);
    },
  );

  it.each([
    ['/checkout?tier=gold&billing=weekly', 'Complete Registration', '$0'],
    ['/checkout?tier=professional', 'Continue to Payment', '$25'],
    ['/checkout?tier=professional&billing=annual', 'Continue to Payment', '$250'],
    ['/checkout?tier=professional&billing=Annual', 'Continue to Payment', '$25'],
  ])(
    'at %s offers "%s" for %s [CHECKOUT-002, CHECKOUT-003, CHECKOUT-027]',
    async (address, action, price) => {
      await open(address);
      expect(screen.getByRole('button', { name: action })).toBeEnabled();
      expect(screen.getByText(price)).toBeVisible();
    },
  );

  it('stays at details with the errors, focuses the first, and removes each error once its field is valid [CHECKOUT-028]', async () => {
    await open('/checkout?tier=professional');
    set('Email', 'ada@example');
    press('Continue to Payment');
    expect(atStep('Your details')).toBe(true);
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email address');
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(sees('Country is required')).toBe(true);
    set('Country', 'Chile');
    expect(sees('Country is required')).toBe(false);
  });

  it('stays at payment with the errors, without a request [CHECKOUT-011, CHECKOUT-028]', async () => {
    await openPayment();
    press('Complete Purchase');
    expect(sees('Card number is required')).toBe(true);
    expect(sees('Expiry date is required')).toBe(true);
    expect(sees('CVV is required')).toBe(true);
    await pass(5_000);
    expect(subscriptions()).toEqual([]);
  });

  it('continues from details to payment, which is marked as simulated [CHECKOUT-025, CHECKOUT-032]', async () => {
    await openPayment();
    expect(screen.getByLabelText('Card number')).toBeVisible();
    expect(sees('Simulated payment: no charge is made')).toBe(true);
  });

  it('processes the payment for 2 s, records the plan once and confirms [CHECKOUT-004, CHECKOUT-029, CHECKOUT-031]', async () => {
    await openPayment('/checkout?tier=professional&billing=annual');
    fillCard();
    press('Complete Purchase');
    fireEvent.submit(screen.getByRole('button', { name: 'Processing...' }).closest('form')!);
    await waitUntil(() => subscriptions().length === 1);
    await pass(1_999);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await pass(1);
    await waitUntil(() => atStep('Welcome to Professional'));
    expect(subscriptions().map(({ body }) => body)).toEqual([{ billing: 'annual' }]);
    expect(localStorage.getItem('isProfessional')).toBe('true');
    expect(document.activeElement).toHaveTextContent('Welcome to Professional');
  });

  it('puts card data into no request, no storage and no URL [CHECKOUT-030]', async () => {
    const { address } = await openPayment();
    fillCard();
    press('Complete Purchase');
    await pass(2_000);
    await waitUntil(() => atStep('Welcome to Professional'));
    const stored = JSON.stringify([
      service.requests,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      address(),
      window.history.state,
    ]);
    for (const part of [canary, canary.replaceAll(' ', ''), '12/49']) expect(stored).not.toContain(part);
    press('← Back');
    await waitUntil(() => atStep('Your details'));
    press('Continue to Payment');
    await waitUntil(() => atStep('Payment'));
    expect(screen.getByLabelText('Card number')).toHaveValue('');
  });

  it('stays at payment and shows the error if the plan was not recorded [CHECKOUT-031]', async () => {
    service.answer('POST /functions/v1/billing/subscribe', {
      status: 403,
      body: { error: { message: 'A guest has no plan.', code: 'forbidden' } },
    });
    await openPayment();
    fillCard();
    press('Complete Purchase');
    await waitUntil(() => subscriptions().length === 1);
    await pass(2_000);
    await waitUntil(() => screen.queryByRole('alert') !== null);
    expect(screen.getByRole('alert')).toHaveTextContent('A guest has no plan. The plan was not changed.');
    expect(screen.getByLabelText('Card number')).toHaveValue(canary);
    expect(screen.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled();
  });

  it('does not claim that the plan is unchanged if the response was lost [CHECKOUT-031]', async () => {
    service.answer('POST /functions/v1/billing/subscribe', { body: 'cut off' });
    await openPayment();
    fillCard();
    press('Complete Purchase');
    await waitUntil(() => subscriptions().length === 1);
    await pass(2_000);
    await waitUntil(() => screen.queryByRole('alert') !== null);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Try again. Check your settings to see whether your plan changed.',
    );
    expect(screen.getByRole('alert')).not.toHaveTextContent('was not changed');
  });

  it('shows a message instead of the form if payments are unavailable [CHECKOUT-031]', async () => {
    mode = 'off';
    await openPayment();
    await waitUntil(() => sees('Payments are unavailable'));
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  });

  it('returns from details to the plans, and from the other steps to details without losing input [CHECKOUT-005, CHECKOUT-006, CHECKOUT-007]', async () => {
    const { address } = await openPayment();
    press('← Back');
    await waitUntil(() => atStep('Your details'));
    expect(screen.getByLabelText('City')).toHaveValue('London');
    press('Continue to Payment');
    await waitUntil(() => atStep('Payment'));
    fillCard();
    press('Complete Purchase');
    await pass(2_000);
    await waitUntil(() => atStep('Welcome to Professional'));
    press('← Back');
    await waitUntil(() => atStep('Your details'));
    press('← Back');
    await waitUntil(() => sees('elsewhere'));
    expect(address()).toBe('/pricing');
  });

  it("supports the browser's Back and Forward between steps", async () => {
    await openPayment();
    press('browser back');
    await waitUntil(() => atStep('Your details'));
    expect(screen.getByLabelText('City')).toHaveValue('London');
    press('browser forward');
    await waitUntil(() => atStep('Payment'));
  });

  it.each(['/checkout?tier=professional', '/checkout?tier=professional&billing=annual'])(
    'at %s shows users who have Professional their plan instead',
    async (path) => {
      plans = [{ ends_at: null }];
      const { address } = renderApp(page, path);
      await waitUntil(() => sees('elsewhere'));
      expect(address()).toBe('/account#plan');
      expect(service.to('/rest/v1/subscriptions')[0]?.search).toContain('user_id=eq.');
    },
  );

  it('renews a canceled plan, which still runs', async () => {
    plans = [{ ends_at: '2049-01-01T00:00:00Z' }];
    service.changeAccess({ plan: 'professional' });
    await openPayment();
    fillCard();
    press('Complete Purchase');
    await pass(2_000);
    await waitUntil(() => atStep('Welcome to Professional'));
    expect(subscriptions()).toHaveLength(1);
  });

  it('a Starter checkout changes nothing for Professional users', async () => {
    service.changeAccess({ plan: 'professional' });
    await open('/checkout?tier=starter');
    // Plan and role load shortly after the user.
    await pass(1);
    fillDetails();
    press('Complete Registration');
    await waitUntil(() => sees('You already have Professional. Nothing changes.'));
    expect(subscriptions()).toEqual([]);
  });
});
