const dayLength = 86_400_000;

/** Returns the number of a local calendar day. Calculated in UTC, because a local day may have 23 or 25 hours. */
const calendarDay = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayLength;

/** Counts calendar days between the dates in the user's time zone. Negative for a future date. */
export function daysAgo(date: Date, now: Date): number {
  return calendarDay(now) - calendarDay(date);
}

/** Creating a format takes longer than formatting a whole list. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Formats the age of a chat for the sidebar: "Today", "Yesterday", "N days ago" under 7 days, then a local date. Counts
 * calendar days in the user's time zone (CHAT-018). A future date is "Today".
 */
export function relativeDate(date: Date, now: Date, locale: string): string {
  if (Number.isNaN(date.getTime())) return '';
  const days = Math.max(daysAgo(date, now), 0);
  if (days >= 7) return date.toLocaleDateString(locale);
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  formats.set(locale, format);
  const text = format.format(-days, 'day');
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
