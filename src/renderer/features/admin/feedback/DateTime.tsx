import { formatExactDateTime, formatLocalDay, formatDateTime } from '../format.ts';
import { adminTexts } from '../texts.ts';

interface DateTimeProps {
  readonly at: string | null;
  readonly never?: string;
  readonly isDay?: boolean;
}

/** The time is in the reader's time zone; the tooltip adds the seconds. */
export function DateTime({ at, never = adminTexts.none, isDay = false }: DateTimeProps) {
  if (at === null) return never;
  return (
    <time dateTime={at} title={formatExactDateTime(at)}>
      {isDay ? formatLocalDay(at) : formatDateTime(at)}
    </time>
  );
}
