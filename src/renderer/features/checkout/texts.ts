export const checkoutTexts = {
  title: 'Checkout',
  lead: 'Checkout opens here soon. Nothing is charged and your plan stays as it is.',
  back: 'Back to pricing',
} as const;
