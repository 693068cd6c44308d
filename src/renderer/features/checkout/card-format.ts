import type { PaymentCard } from './validation.ts';

/** Groups the digits of the number, and adds a missing slash to the expiry date. Leaves other texts unchanged. */
export const formatCard = ({ cardNumber, expiryDate, ...card }: PaymentCard): PaymentCard => ({
  ...card,
  cardNumber: /^[\d\s]+$/.test(cardNumber)
    ? (cardNumber
        .replaceAll(/\s/g, '')
        .match(/\d{1,4}/g)
        ?.join(' ') ?? cardNumber)
    : cardNumber,
  expiryDate: expiryDate.trim().replace(/^(\d\d)(\d\d)$/, '$1/$2'),
});
