import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import type { Line, ModelLine } from './lines.ts';

const PAGE = 8;

interface ListKeys {
  readonly lines: readonly Line[];
  readonly query: string;
  /** Selected when the list opens. */
  readonly startId: string | null;
  readonly onChoose: (line: ModelLine) => void;
  readonly onStar: (line: ModelLine) => void;
}

/** Keys in the search field move the selection. */
export function useListKeys({ lines, query, startId, onChoose, onStar }: ListKeys) {
  const models = lines.filter((line) => line.kind === 'model');
  const [chosenId, setChosenId] = useState(startId);
  const [lastQuery, setLastQuery] = useState(query);
  if (query !== lastQuery) {
    setLastQuery(query);
    setChosenId(null);
  }
  const active = models.find(({ id }) => id === chosenId) ?? models[0] ?? null;
  const place = active ? models.indexOf(active) : -1;
  const last = models.length - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: place === last ? 0 : place + 1,
    ArrowUp: place === 0 ? last : place - 1,
    PageDown: Math.min(place + PAGE, last),
    PageUp: Math.max(place - PAGE, 0),
    // While there is a query, Home and End move the caret.
    ...(query === '' && { Home: 0, End: last }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys while it composes a word.
    if (isComposing(event.nativeEvent) || !active) return;
    const next = moves[event.key];
    if (next !== undefined && !event.altKey) setChosenId(models[next]?.id ?? null);
    else if (event.key === 'Enter') onChoose(active);
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) onStar(active);
    else return;
    event.preventDefault();
  };
  return { active, onKeyDown, onActive: (line: ModelLine) => setChosenId(line.id) };
}
