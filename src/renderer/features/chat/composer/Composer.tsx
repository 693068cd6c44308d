import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { chatToasts, composerTexts } from '../texts.ts';
import styles from './Composer.module.css';
import { Suggestions } from './Suggestions.tsx';
import { useSuggestions } from './Suggestions.tsx';
import { chatLimits } from '../constants.ts';

interface ComposerProps {
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** True while a reply is arriving or has just ended: nothing is sent. */
  readonly isLocked: boolean;
  /** True while a reply is arriving: then messages are queued. */
  readonly isBusy: boolean;
  readonly canStop: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  readonly actions?: ReactNode;
}

/** The message input. While a reply arrives, messages are queued instead of sent. */
export function Composer({
  draftKey,
  inputRef,
  isLocked,
  isBusy,
  canStop,
  onSend,
  onStop,
  actions,
}: ComposerProps) {
  const { drafts } = useChatEngine();
  const { askForKey } = useChatScreen();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey));
  const hintId = useId();
  const isBlank = text.trim() === '';
  useRowsThatFit(inputRef, text);
  const suggestions = useSuggestions(text, (chosen) => {
    drafts.set(draftKey, chosen);
    inputRef.current?.focus();
  });

  const send = () => {
    if (isLocked && (!isBusy || isBlank)) return;
    if (isBlank) {
      showToast(chatToasts.emptyMessage);
      return;
    }
    // The text stays in the input.
    if (askForKey) askForKey();
    else onSend(drafts.take(draftKey));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method uses Enter and Escape while it composes a word.
    if (isComposing(event.nativeEvent)) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (isRestoreKey(event) && drafts.restoreCleared(draftKey)) event.preventDefault();
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
        if (!isBlank) send();
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
            // Must happen before the browser lays out the pasted text.
            wrapShort(currentTarget, text.length + clipboardData.getData('text/plain').length);
          }}
          onChange={(event) => drafts.set(draftKey, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isBusy && !isBlank && (
          <button
            type="submit"
            className={styles.queue}
            onMouseDown={keepFocus}
            title={composerTexts.queueHint}
          >
            {composerTexts.queue}
          </button>
        )}
        {canStop ? (
          <button
            type="button"
            className={styles.button}
            onMouseDown={keepFocus}
            // The second click of a double click on Send must not stop the reply.
            onClick={({ detail }) => detail < 2 && onStop()}
            aria-label={composerTexts.stop}
            title={composerTexts.stop}
          >
            <IconPlayerStopFilled size={16} aria-hidden />
          </button>
        ) : (
          <button
            type={isBusy ? 'button' : 'submit'}
            className={styles.button}
            // Not `disabled`, because the button would lose the focus.
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
        <output className="visually-hidden">{suggestions.isOpen && composerTexts.suggestionsOffered}</output>
        <LengthNotes length={text.length} />
      </div>
    </form>
  );
}

/** A click must not move the focus out of the input. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Ctrl/Cmd+Z or ArrowUp: in an empty input they restore the cleared text. */
function isRestoreKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
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
        <span className={styles.counter} data-tone={tone} aria-label={composerTexts.count({ count: length })}>
          {length}
        </span>
      )}
    </>
  );
}

/** Longer text (characters) is not wrapped, because the browser would wrap all of it again with each key press. */
const MAX_WRAPPED = 32_768;

const wrapShort = (input: HTMLTextAreaElement, length: number) =>
  void input.toggleAttribute('data-unwrapped', length > MAX_WRAPPED);

/** Longer text (characters) fills four rows of any width. */
const FILLS_ROWS = 2_000;

/** The input grows with its text, in the style sheet up to four rows [CHAT-040]. */
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

/** Null hides the counter [CHAT-074]. */
type CounterTone = 'calm' | 'long' | 'very-long' | null;

export function counterTone(length: number): CounterTone {
  if (length > chatLimits.counterVeryLongAbove) return 'very-long';
  if (length > chatLimits.counterLongAbove) return 'long';
  return length > chatLimits.counterAbove ? 'calm' : null;
}

/** True if the input advises to split the message [CHAT-075]. */
export function isTooLongToRead(length: number): boolean {
  return length > chatLimits.warningAbove;
}
