const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 });
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const exactMoment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
// Days of usage are UTC days: read in another zone, they would be the day before or after.
const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** 12,345 */
export const count = (value: number): string => whole.format(value);

/** 12.3K: for an axis, where the whole figure has no room. */
export const shortCount = (value: number): string => short.format(value);

/** US dollars; under a cent with four decimals, because replies are that cheap. */
export const money = (value: number): string =>
  (value !== 0 && Math.abs(value) < 0.01 ? cents : dollars).format(value);

/** A share of one: 0.125 is 12.5%. */
export const share = (value: number): string => percent.format(value);

/** Milliseconds as a person says them. */
export const duration = (ms: number): string =>
  ms < 1000 ? `${whole.format(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Day and time in the reader's own zone. */
export const when = (iso: string): string => moment.format(new Date(iso));

/** The same to the second, with the zone. */
export const exactlyWhen = (iso: string): string => exactMoment.format(new Date(iso));

/** The day in the reader's own zone. */
export const onDay = (iso: string): string => day.format(new Date(iso));

/** A UTC day (`2026-11-21`) as an axis writes it. */
export const shortDay = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

/** One or many, with the figure: "1 user", "12 users". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
