const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayTimeFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const exactFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Formats a message's time: only the time today, the day and time this year, and the date before that. */
export function formatTime(at: string, now = new Date()): string {
  const date = new Date(at);
  if (date.toDateString() === now.toDateString()) return timeFormat.format(date);
  return (date.getFullYear() === now.getFullYear() ? dayTimeFormat : dateFormat).format(date);
}

export const formatExactTime = (at: string): string => exactFormat.format(new Date(at));
