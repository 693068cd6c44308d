import { describe, expect, it } from 'vitest';
import { type PaymentCard, checkCard, checkDetails, type CheckoutDetails } from './validation.ts';

const details: CheckoutDetails = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '12 St James Square',
  city: 'London',
  zipCode: 'SW1Y 4JH',
  country: 'United Kingdom',
};
const card: PaymentCard = { cardNumber: '4242424242424242', expiryDate: '12/30', cvv: '123' };
const now = new Date(2026, 10, 21);

describe('details', () => {
  it('are valid if all are filled in', () => expect(checkDetails(details)).toEqual({}));

  it.each([
    ['name', 'Name is required', 'CHECKOUT-012'],
    ['email', 'Email is required', 'CHECKOUT-013'],
    ['address', 'Address is required', 'CHECKOUT-015'],
    ['city', 'City is required', 'CHECKOUT-016'],
    ['zipCode', 'ZIP code is required', 'CHECKOUT-017'],
    ['country', 'Country is required', 'CHECKOUT-018'],
  ])('without %s report "%s" [%s]', (field, message) => {
    for (const blank of ['', '   ', '\t'])
      expect(checkDetails({ ...details, [field]: blank })).toEqual({ [field]: message });
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'a b@example.com',
    'ada@example..com',
  ])('with the email %j report "Invalid email address" [CHECKOUT-014]', (email) =>
    expect(checkDetails({ ...details, email })).toEqual({ email: 'Invalid email address' }),
  );

  it.each(['ada+clover@example.co.uk', ' ada@example.com '])('accept the email %j', (email) =>
    expect(checkDetails({ ...details, email })).toEqual({}),
  );
});

describe('a card', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', ' 4242\u00a04242 42424242 '])(
    'with the number %j is valid [CHECKOUT-020]',
    (cardNumber) => expect(checkCard({ ...card, cardNumber }, now)).toEqual({}),
  );

  it.each([
    '424242424242424',
    '42424242424242424',
    '4242-4242-4242-4242',
    '424242424242424x',
    '４２４２424242424242',
  ])('with the number %j is refused [CHECKOUT-020]', (cardNumber) =>
    expect(checkCard({ ...card, cardNumber }, now)).toEqual({
      cardNumber: 'Please enter a valid 16-digit card number',
    }),
  );

  it('reports each missing field [CHECKOUT-019, CHECKOUT-021, CHECKOUT-023]', () => {
    expect(checkCard({ cardNumber: ' ', expiryDate: '', cvv: '' }, now)).toEqual({
      cardNumber: 'Card number is required',
      expiryDate: 'Expiry date is required',
      cvv: 'CVV is required',
    });
  });

  it.each(['11/26', '12/26', '01/27', ' 12/30 '])('is valid until %s [CHECKOUT-022]', (expiryDate) =>
    expect(checkCard({ ...card, expiryDate }, now)).toEqual({}),
  );

  it.each(['10/26', '12/25', '13/30', '00/30', '1/30', '12/2030', '1230', '12-30', 'MM/YY'])(
    'with the expiry date %s is refused [CHECKOUT-022]',
    (expiryDate) =>
      expect(checkCard({ ...card, expiryDate }, now)).toEqual({ expiryDate: 'Please use format MM/YY' }),
  );

  it.each([
    ['123', {}],
    ['1234', {}],
    ['12', { cvv: 'CVV must be 3 or 4 digits' }],
    ['12345', { cvv: 'CVV must be 3 or 4 digits' }],
    ['12a', { cvv: 'CVV must be 3 or 4 digits' }],
  ])('with the CVV %s reports %o [CHECKOUT-024]', (cvv, errors) =>
    expect(checkCard({ ...card, cvv }, now)).toEqual(errors),
  );
});
