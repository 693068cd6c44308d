const integer = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 });
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const exactDateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
// Usage is counted by UTC day, so it must not be shown in another time zone.
const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const utcMonth = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 12345 becomes 12,345. */
export const formatCount = (value: number): string => integer.format(value);

/** 12345 becomes 12.3K, for small spaces. */
export const formatShortCount = (value: number): string => short.format(value);

/** US dollars, with up to four decimals below one cent. */
export const formatMoney = (value: number): string =>
  (value !== 0 && Math.abs(value) < 0.01 ? cents : dollars).format(value);

/** 0.125 becomes 12.5%. */
export const formatPercent = (value: number): string => percent.format(value);

export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${integer.format(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Uses the reader's time zone. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso));

/** Adds seconds and the time zone. */
export const formatExactDateTime = (iso: string): string => exactDateTime.format(new Date(iso));

/** Uses the reader's time zone. */
export const formatLocalDay = (iso: string): string => day.format(new Date(iso));

/** `2026-11-21`, a UTC day, becomes Nov 21. */
export const formatDay = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

/** Two UTC days become Nov 16 – 22. */
export const formatDayRange = (from: string, to: string): string =>
  utcDay.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));

/** A UTC day becomes Nov 2026. */
export const formatMonth = (date: string): string => utcMonth.format(new Date(`${date}T00:00:00Z`));
