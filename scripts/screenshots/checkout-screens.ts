import type { Page } from 'playwright';
import type { Screen } from './screen.ts';

const details = { Address: '12 Main Street', City: 'Leeds', 'ZIP code': 'LS1 4AB', Country: 'UK' };
const card = { 'Card number': '4000 0566 5566 5556', 'Expiry date': '11/47', CVV: '123' };

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

async function openPayment(page: Page): Promise<void> {
  await page.goto('/checkout?tier=professional&billing=annual');
  await fill(page, details);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByLabel('Card number').waitFor();
}

export const checkoutScreens: readonly Screen[] = [
  {
    name: 'checkout-details',
    viewer: 'buyer',
    open: async ({ page }) => {
      await page.goto('/checkout?tier=professional');
      await page.getByLabel('Address').waitFor();
    },
  },
  {
    name: 'checkout-details-errors',
    viewer: 'buyer',
    open: async ({ page }) => {
      await page.goto('/checkout?tier=professional');
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
    },
  },
  { name: 'checkout-payment', viewer: 'buyer', open: ({ page }) => openPayment(page) },
  {
    name: 'checkout-payment-errors',
    viewer: 'buyer',
    open: async ({ page }) => {
      await openPayment(page);
      await fill(page, { 'Card number': '4000 0566', 'Expiry date': '13/47', CVV: '12' });
      await page.getByRole('button', { name: 'Complete Purchase' }).click();
      await page.getByText('Please enter a valid 16-digit card number').waitFor();
    },
  },
  {
    name: 'checkout-done',
    viewer: 'buyer',
    open: async ({ page }) => {
      await openPayment(page);
      await fill(page, card);
      await page.getByRole('button', { name: 'Complete Purchase' }).click();
      await page.getByRole('heading', { name: /^Welcome to/ }).waitFor();
    },
  },
];
