import { exactDateTimeText, dayText, dateTimeText } from '../format.ts';
import { adminTexts } from '../texts.ts';

interface DateTimeProps {
  readonly at: string | null;
  /** Shown if `at` is null. */
  readonly never?: string;
  readonly isDay?: boolean;
}

/** Uses the reader's time zone. The tooltip adds the seconds. */
export function DateTime({ at, never = adminTexts.none, isDay = false }: DateTimeProps) {
  if (at === null) return never;
  return (
    <time dateTime={at} title={exactDateTimeText(at)}>
      {isDay ? dayText(at) : dateTimeText(at)}
    </time>
  );
}
