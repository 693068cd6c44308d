import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../EngineContext.ts';
import { chatToasts, composerTexts } from '../texts.ts';
import styles from './Composer.module.css';
import { counterTone, isTooLongToRead } from './counter.ts';
import { Suggestions } from './Suggestions.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface ComposerProps {
  /** Names the draft that is edited. */
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** True while nothing may be sent: a reply is on its way, or has just ended. */
  readonly isLocked: boolean;
  /** False until the model is known that will answer. */
  readonly isReady: boolean;
  readonly canStop: boolean;
  /** Called instead of sending, so that the text stays in the input; null while messages can be sent. */
  readonly askForKey: (() => void) | null;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** Stands in front of the text. */
  readonly actions?: ReactNode;
}

/**
 * The message input. Sending is locked while a reply comes; typing never is, because keys taken away from a person
 * who types are lost.
 */
export function Composer({
  draftKey,
  inputRef,
  isLocked,
  isReady,
  canStop,
  askForKey,
  onSend,
  onStop,
  actions,
}: ComposerProps) {
  const { drafts } = useChatEngine();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey));
  const hintId = useId();
  const isBlank = text.trim() === '';
  useRowsThatFit(inputRef, text);
  const suggestions = useSuggestions(text, (chosen) => {
    drafts.set(draftKey, chosen);
    inputRef.current?.focus();
  });

  // Whoever is faster than the list of models has sent all the same: the message goes out once a model is there,
  // unless its text was changed meanwhile.
  const waitingText = useRef<string | null>(null);

  const send = () => {
    if (isLocked) return;
    if (isBlank) {
      showToast(chatToasts.emptyMessage);
      return;
    }
    if (!isReady) {
      waitingText.current = text;
      return;
    }
    if (askForKey) {
      askForKey();
      return;
    }
    onSend(drafts.take(draftKey));
  };
  const sendWaiting = useEffectEvent(() => {
    if (waitingText.current === text) send();
    waitingText.current = null;
  });
  useEffect(() => {
    if (isReady) sendWaiting();
  }, [isReady]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter and Escape then belong to the input method, which is composing a word.
    if (isComposing(event.nativeEvent)) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (isBringingBack(event) && drafts.bringBack(draftKey)) event.preventDefault();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (canStop) onStop();
    else drafts.clear(draftKey);
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLocked && !isBlank) send();
      }}
    >
      <div className={styles.box} data-actions={Boolean(actions) || undefined}>
        {actions}
        {suggestions.isOpen && <Suggestions {...suggestions.list} />}
        <textarea
          ref={inputRef}
          className={styles.input}
          rows={1}
          dir="auto"
          value={text}
          placeholder={composerTexts.placeholder}
          aria-label={composerTexts.label}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...suggestions.aria}
          onPaste={({ currentTarget, clipboardData }) => {
            // Before the browser lays out what it inserts, not after.
            wrapShort(currentTarget, text.length + clipboardData.getData('text/plain').length);
          }}
          onChange={(event) => drafts.set(draftKey, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {canStop ? (
          <button
            type="button"
            className={styles.button}
            onMouseDown={keepFocus}
            // Whoever double-clicks Send has not meant the button that took its place.
            onClick={({ detail }) => detail < 2 && onStop()}
            aria-label={composerTexts.stop}
            title={composerTexts.stop}
          >
            <IconPlayerStopFilled size={16} aria-hidden />
          </button>
        ) : (
          <button
            type="submit"
            className={styles.button}
            // Not `disabled`: whoever has pressed it, or Stop in its place, stays where they are.
            aria-disabled={isLocked || isBlank}
            onMouseDown={keepFocus}
            aria-label={composerTexts.send}
            title={composerTexts.send}
          >
            <IconArrowUp size={20} stroke={2} aria-hidden />
          </button>
        )}
      </div>
      <div className={styles.foot}>
        <span id={hintId} className={styles.hints}>
          {composerTexts.hints}
        </span>
        <output className={styles.unseen}>{suggestions.isOpen && composerTexts.suggestionsOffered}</output>
        <LengthNotes length={text.length} />
      </div>
    </form>
  );
}

/** A press with the pointer leaves the keyboard in the input: one goes on writing. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Ctrl/Cmd+Z or ArrowUp, which in an empty input undo its clearing. */
function isBringingBack({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (shiftKey || altKey) return false;
  const isModified = ctrlKey || metaKey;
  return isModified ? key.toLowerCase() === 'z' : key === 'ArrowUp';
}

function LengthNotes({ length }: { readonly length: number }) {
  const tone = counterTone(length);
  return (
    <>
      <output className={styles.warning}>{isTooLongToRead(length) && composerTexts.longWarning}</output>
      {tone && (
        <span className={styles.counter} data-tone={tone} aria-label={composerTexts.count(length)}>
          {length}
        </span>
      )}
    </>
  );
}

/** The lines of longer text (characters) are not wrapped: a browser wraps all of a megabyte anew with each key. */
const MAX_WRAPPED = 32_768;

const wrapShort = (input: HTMLTextAreaElement, length: number) =>
  void input.toggleAttribute('data-unwrapped', length > MAX_WRAPPED);

/** Longer text (characters) fills four rows of any width. */
const FILLS_ROWS = 2_000;

/** Grows the input with its text; the style sheet ends it at four rows [CHAT-040]. */
function useRowsThatFit(inputRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const isFull = text.length > FILLS_ROWS;
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    wrapShort(input, text.length);
    input.style.height = isFull ? '100vh' : 'auto';
    if (!isFull) input.style.height = `${input.scrollHeight}px`;
  }, [inputRef, text, isFull]);
}
