import { expect, it } from 'vitest';
import { formatCard } from './card-format.ts';

const format = (cardNumber: string, expiryDate: string) => formatCard({ cardNumber, expiryDate, cvv: '123' });

it('groups the digits of a card number and adds the slash of its expiry date', () => {
  expect(format('4000056655665556', '1229')).toEqual({
    cardNumber: '4000 0566 5566 5556',
    expiryDate: '12/29',
    cvv: '123',
  });
  expect(format('400 0056 6556 65556', '12/29')).toMatchObject({
    cardNumber: '4000 0566 5566 5556',
    expiryDate: '12/29',
  });
});

it.each([
  ['', ''],
  ['4000-0566', '1/27'],
  ['my card', '12/2029'],
])('leaves %j and %j as they are', (cardNumber, expiryDate) => {
  expect(format(cardNumber, expiryDate)).toMatchObject({ cardNumber, expiryDate });
});
