import { exactlyWhen, onDay, when } from '../format.ts';

interface MomentProps {
  readonly at: string | null;
  /** What stands there when it has never been. */
  readonly never?: string;
  /** The day is enough; the second is told when one points at it. */
  readonly isDay?: boolean;
}

/** When something was, in the reader's own zone; to the second when one points at it. */
export function Moment({ at, never = '–', isDay = false }: MomentProps) {
  if (at === null) return never;
  return (
    <time dateTime={at} title={exactlyWhen(at)}>
      {isDay ? onDay(at) : when(at)}
    </time>
  );
}
