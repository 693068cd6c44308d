/** A day as the person's computer writes it. */
export const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' });
