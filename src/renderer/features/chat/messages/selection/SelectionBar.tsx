import { IconCopy, IconQuote } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClipboard } from '../../../../components/markdown/use-clipboard.ts';
import type { ShownMessage } from '../../turn/shown-messages.ts';
import { conversationOf } from '../conversation-of.ts';
import { selectionTexts as texts } from '../texts.ts';
import { quotedText, selectedMarkdown } from './selected-markdown.ts';
import { selectedRange } from './selected-rows.ts';
import styles from './SelectionBar.module.css';

/** The bar appears when the selection hasn't changed for this long (ms). */
const APPEAR_DELAY = 150;
/** The minimum distance (px) from the bar to the selection and to the edges. */
const GAP = 8;

const clamp = (value: number, max: number) => Math.max(GAP, Math.min(value, max - GAP));

interface SelectionBarProps {
  readonly listRef: RefObject<HTMLElement | null>;
  readonly messages: readonly ShownMessage[];
  readonly onQuote: (text: string) => void;
}

/** Shows actions below the end of selected text. Tab moves the focus from the text to the bar. */
export function SelectionBar({ listRef, messages, onQuote }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  /** A copy of the selection. Some browsers drop the selection when the focus moves to the bar. */
  const selected = useRef<Range>(null);
  const [isPlaced, setIsPlaced] = useState(false);
  const { copy } = useClipboard(texts.copied);
  const place = useEffectEvent(() => {
    const range = listRef.current && selectedRange(listRef.current);
    selected.current = range?.cloneRange() ?? selected.current;
    const frame = bar.current?.offsetParent;
    const end = range && [...range.getClientRects()].at(-1);
    if (!bar.current || !frame || !end) return;
    const { top, left, width, height } = frame.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = bar.current;
    bar.current.style.top = `${clamp(end.bottom - top + GAP, height - offsetHeight)}px`;
    bar.current.style.left = `${clamp(end.right - left - offsetWidth / 2, width - offsetWidth)}px`;
    setIsPlaced(true);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    const isInText =
      activeElement === document.body || listRef.current?.parentElement?.contains(activeElement);
    if (event.key !== 'Tab' || event.shiftKey || event.altKey || event.ctrlKey || !isInText) return;
    event.preventDefault();
    bar.current?.querySelector('button')?.focus();
  });
  useEffect(() => {
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const placeSoon = () => {
      clearTimeout(timer);
      if (!isPressed) timer = setTimeout(place, APPEAR_DELAY);
    };
    const onPointer = ({ type, target }: PointerEvent) => {
      if (target instanceof Node && bar.current?.contains(target)) return;
      isPressed = type === 'pointerdown';
      if (isPressed) setIsPlaced(false);
      placeSoon();
    };
    const onKey = (event: KeyboardEvent) => onKeyDown(event);
    placeSoon();
    document.addEventListener('selectionchange', placeSoon);
    document.addEventListener('scroll', placeSoon, true);
    document.addEventListener('keydown', onKey);
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
      document.addEventListener(type, onPointer);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', placeSoon);
      document.removeEventListener('scroll', placeSoon, true);
      document.removeEventListener('keydown', onKey);
      for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
        document.removeEventListener(type, onPointer);
    };
  }, []);
  const withText = (read: typeof quotedText, handle: (text: string) => void) => {
    const list = listRef.current;
    const range = list && (selectedRange(list) ?? selected.current);
    if (!range) return;
    handle(read(range, list, messages));
    document.getSelection()?.removeAllRanges();
  };
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={texts.label}
      data-placed={isPlaced || undefined}
      // Clicking a button must not change the selection.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        (conversationOf(listRef.current) ?? listRef.current)?.focus();
        document.getSelection()?.removeAllRanges();
      }}
    >
      <button type="button" onClick={() => withText(quotedText, onQuote)}>
        <IconQuote size={16} stroke={1.75} aria-hidden />
        {texts.quote}
      </button>
      <button
        type="button"
        onClick={() => {
          withText(selectedMarkdown, (text) => void copy(text));
          if (bar.current?.contains(document.activeElement)) conversationOf(listRef.current)?.focus();
        }}
      >
        <IconCopy size={16} stroke={1.75} aria-hidden />
        {texts.copy}
      </button>
    </div>
  );
}
