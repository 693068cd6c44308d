import { numberFormat } from './locale.ts';

const currency = { style: 'currency', currency: 'USD' } as const;
const cents = numberFormat(currency);
const small = numberFormat({ ...currency, maximumFractionDigits: 4 });
const tiny = numberFormat({ ...currency, maximumSignificantDigits: 2 });

/** Formats billionths of a US dollar: $12.30, $0.0312, $0.000045. */
export function dollars(billionths: number): string {
  const amount = billionths / 1e9;
  if (amount === 0 || amount >= 1) return cents().format(amount);
  return (amount < 0.001 ? tiny : small)().format(amount);
}
