const currency = { style: 'currency', currency: 'USD' } as const;
const cents = new Intl.NumberFormat('en', currency);
const small = new Intl.NumberFormat('en', { ...currency, maximumFractionDigits: 4 });
const tiny = new Intl.NumberFormat('en', { ...currency, maximumSignificantDigits: 2 });

/** Formats billionths of a US dollar: $12.30, $0.0312, $0.000045. */
export function dollars(billionths: number): string {
  const amount = billionths / 1e9;
  if (amount === 0 || amount >= 1) return cents.format(amount);
  return (amount < 0.001 ? tiny : small).format(amount);
}
