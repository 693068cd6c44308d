import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '../../../../lib/is-composing.ts';
import type { ShownMessage } from '../../turn/shown-messages.ts';
import type { ReadingPlace } from '../reading-place.ts';
import { findTexts as texts } from '../texts.ts';
import { isBottomInView } from '../scroll.ts';
import { type LoadAll, useLoadAll } from '../use-load-all.ts';
import { topOfView } from '../use-saved-place.ts';
import styles from './FindBar.module.css';
import { findHits, type FindHit, nearestHit, patternOf } from './hits.ts';
import { type FindViewport, useFoundPlaces } from './use-found-places.ts';

export interface FindBarProps {
  readonly view: FindViewport;
  readonly messages: readonly ShownMessage[];
  readonly hasOlder: boolean;
  readonly loadAll: LoadAll;
  /** Changes each time the user opens the search, so that the field gets the focus again. */
  readonly visit: number;
  /** Called with the message that contains the current match, so that it unfolds. */
  readonly onFound: (messageId: string | null) => void;
  /** Scrolls back to where the user was reading. Null scrolls to the end. */
  readonly onReturn: (place: ReadingPlace | null) => void;
  readonly onClose: () => void;
}

/** Finds words in the whole conversation. Escape returns to where the user was reading. */
export function FindBar({ view, messages, hasOlder, loadAll, visit, ...on }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const start = useStartPosition(view);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<FindHit | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const pattern = useMemo(() => patternOf(query), [query]);
  const searched = useDeferredValue(messages);
  const hits = useMemo(() => findHits(searched, pattern), [searched, pattern]);
  const { isLoading, hasFailed, retry } = useLoadAll(loadAll, { hasOlder, isNeeded: pattern !== null });
  const chosenAt = hits.findIndex((hit) => isSame(hit, chosen));
  const at = chosenAt >= 0 ? chosenAt : nearestHit(hits, searched, from);
  const current = hits[at];
  useFoundPlaces(view, pattern, current);
  const { onFound } = on;
  const foundId = current?.messageId ?? null;
  useEffect(() => onFound(foundId), [foundId, onFound]);
  useEffect(() => () => onFound(null), [onFound]);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [visit]);

  const step = (by: 1 | -1) => setChosen(hits[(at + by + hits.length) % hits.length] ?? null);
  const type = (words: string) => {
    // When the query changes, the search continues from the current match. The first search starts at the top
    // of the view.
    setFrom(current?.messageId ?? start.current?.place?.id ?? null);
    setChosen(null);
    setQuery(words);
  };
  const leave = () => {
    on.onClose();
    const { place = null, isAtEnd = true, focused, focusVisible = true } = start.current ?? {};
    on.onReturn(isAtEnd ? null : place);
    if (focused?.isConnected) focused.focus({ preventScroll: true, focusVisible });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the bar from each control
    <search
      className={styles.bar}
      aria-label={texts.field}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Escape') {
          event.preventDefault();
          leave();
        } else if (event.key === 'Enter' && event.target === field.current) {
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }
      }}
    >
      <input
        ref={field}
        type="text"
        className={styles.field}
        dir="auto"
        aria-label={texts.field}
        placeholder={texts.field}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <output className={styles.count}>
        {pattern && (current ? texts.place({ place: at + 1, count: hits.length }) : !isLoading && texts.none)}
        {isLoading && <span className={styles.loading}>{texts.loading}</span>}
      </output>
      {hasFailed && (
        <button type="button" className={styles.retry} title={texts.failed} onClick={retry}>
          {texts.retry}
        </button>
      )}
      <button
        type="button"
        className={styles.tool}
        disabled={hits.length === 0}
        aria-label={texts.previous}
        title={texts.previous}
        onClick={() => step(-1)}
      >
        <IconChevronUp size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.tool}
        disabled={hits.length === 0}
        aria-label={texts.next}
        title={texts.next}
        onClick={() => step(1)}
      >
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label={texts.close}
        title={texts.close}
        onClick={on.onClose}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </button>
    </search>
  );
}

const isSame = (hit: FindHit, other: FindHit | null): boolean =>
  hit.messageId === other?.messageId && hit.place === other.place;

interface StartPosition {
  readonly place: ReadingPlace | null;
  readonly isAtEnd: boolean;
  readonly focused: HTMLElement | null;
  /**
   * True if the element had a focus ring. If this were not passed on, the browser would always show one,
   * because the focus comes from a text field.
   */
  readonly focusVisible: boolean;
}

/** Remembers the scroll position and the focus from before the search was opened. */
function useStartPosition({ scroller, content }: FindViewport) {
  const start = useRef<StartPosition>(null);
  // Must come before the effect that moves the focus.
  useEffect(() => {
    const { activeElement } = document;
    start.current ??= {
      place: topOfView(scroller, content),
      isAtEnd: scroller.current !== null && isBottomInView(scroller.current),
      focused: activeElement instanceof HTMLElement ? activeElement : null,
      focusVisible: activeElement?.matches(':focus-visible') ?? false,
    };
  }, [content, scroller]);
  return start;
}
