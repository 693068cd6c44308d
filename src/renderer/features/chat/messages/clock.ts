const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Formats a message's time: only the time today, the day and time this year, and the date before that. */
export function formatTime(at: string, now = new Date()): string {
  const date = new Date(at);
  if (date.toDateString() === now.toDateString()) return time.format(date);
  return (date.getFullYear() === now.getFullYear() ? dayAndTime : dayAndYear).format(date);
}

export const formatExactTime = (at: string): string => exact.format(new Date(at));
