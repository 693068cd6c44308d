import { brand } from '../../../shared/brand.ts';
import type { Billing, Tier } from '../../../shared/domain/plans.ts';
import { params, texts } from '../../../shared/texts.ts';

export const checkoutTexts = texts('checkout/checkout', {
  title: 'Checkout',
  steps: { details: 'Details', payment: 'Payment', confirmation: 'Confirmation' },
  stepsLabel: 'Steps',
  back: 'Back',
  summary: 'Your plan',
  tiers: { starter: 'Starter', professional: 'Professional' } satisfies Record<Tier, string>,
  billings: { monthly: 'Billed monthly', annual: 'Billed annually' } satisfies Record<Billing, string>,
  periods: { monthly: 'a month', annual: 'a year' } satisfies Record<Billing, string>,
  free: 'Free of charge',
});

export const guestTexts = texts('checkout/guest', {
  title: 'Create an account first',
  lead: 'Plans need an account. You keep your chats, and return here with this plan selected.',
  action: 'Create account',
});

/** [CHECKOUT-012..018, CHECKOUT-027] */
export const detailsTexts = texts('checkout/details', {
  title: 'Your details',
  fields: {
    name: 'Name',
    email: 'Email',
    address: 'Address',
    city: 'City',
    zipCode: 'ZIP code',
    country: 'Country',
  },
  errors: {
    name: 'Name is required',
    email: 'Email is required',
    emailForm: 'Invalid email address',
    address: 'Address is required',
    city: 'City is required',
    zipCode: 'ZIP code is required',
    country: 'Country is required',
  },
  submit: { starter: 'Complete Registration', professional: 'Continue to Payment' } satisfies Record<
    Tier,
    string
  >,
  notices: {
    starter: {
      title: 'Starter is free',
      text: 'Your details are only checked on this page. They are not sent or stored.',
    },
    professional: {
      title: 'This checkout is a simulation',
      text: 'No charge is made. Your details are only checked on this page. They are not sent or stored.',
    },
  },
});

/** [CHECKOUT-019..024, CHECKOUT-029, CHECKOUT-032] */
export const paymentTexts = texts('checkout/payment', {
  title: 'Payment',
  simulated: 'Simulated payment: no charge is made',
  simulatedMore: 'Any card number with 16 digits works. What you type stays in this form.',
  fields: { cardNumber: 'Card number', expiryDate: 'Expiry date', cvv: 'CVV' },
  placeholders: { cardNumber: '1234 5678 9012 3456', expiryDate: 'MM/YY', cvv: '123' },
  errors: {
    cardNumber: 'Card number is required',
    cardNumberForm: 'Please enter a valid 16-digit card number',
    expiryDate: 'Expiry date is required',
    expiryDateForm: 'Please use format MM/YY',
    cvv: 'CVV is required',
    cvvForm: 'CVV must be 3 or 4 digits',
  },
  submit: 'Complete Purchase',
  busy: 'Processing...',
  failed: 'The plan was not changed.',
  /** The request may have succeeded even though its response was lost. */
  uncertain: 'Check your settings to see whether your plan changed.',
  offTitle: 'Payments are unavailable',
  off: `This installation of ${brand} doesn't accept payments. Nothing is charged and your plan doesn't change. An administrator can give you Professional.`,
});

/** [CHECKOUT-008] */
export const confirmationTexts = texts('checkout/confirmation', {
  title: { starter: 'You are all set', professional: 'Welcome to Professional' } satisfies Record<
    Tier,
    string
  >,
  starter: params('You have Starter: {points}.'),
  professional: 'Professional is active on all your devices. No charge was made.',
  /** A Starter checkout never changes Professional. */
  unchanged: 'You already have Professional. Nothing changes.',
  home: 'Go to Home',
  start: 'Start Using AI',
});
