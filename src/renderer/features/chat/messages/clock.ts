import { dateFormat } from '../../../lib/locale.ts';

const time = dateFormat({ timeStyle: 'short' });
const dayAndTime = dateFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const exactTime = dateFormat({ dateStyle: 'full', timeStyle: 'short' });
const day = dateFormat({ dateStyle: 'medium' });

/** Formats a message's time: only the time today, the day and time this year, and the date before that. */
export function formatTime(at: string, now = new Date()): string {
  const date = new Date(at);
  if (date.toDateString() === now.toDateString()) return time().format(date);
  return (date.getFullYear() === now.getFullYear() ? dayAndTime : day)().format(date);
}

export const formatExactTime = (at: string): string => exactTime().format(new Date(at));
