import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import type { Shell } from '../../platform/shell.ts';
import { usePageTitle } from '../../lib/use-page.ts';
import { isComposing } from '../../lib/is-composing.ts';
import styles from './QuickAsk.module.css';
import { messageOf } from './message-of.ts';
import { quickAskTexts as texts } from './texts.ts';

/** The small window over all apps: sends one question to the main window. Unsent text stays. */
export function QuickAsk({ shell }: { readonly shell: Shell }) {
  usePageTitle(texts.title);
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  useEffect(() => {
    const focus = () => input.current?.focus();
    focus();
    // The window is hidden and shown again, not recreated.
    window.addEventListener('focus', focus);
    return () => window.removeEventListener('focus', focus);
  }, []);
  const send = async () => {
    const question = cleanText(text);
    if (question === '') return;
    try {
      await shell.submitQuestion(question);
      setText('');
      setFailure(null);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, it handles Enter and Escape.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') shell.closeQuickAsk();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };
  return (
    <main className={styles.window}>
      <h1 className="visually-hidden">{texts.title}</h1>
      <textarea
        ref={input}
        className={styles.input}
        dir="auto"
        rows={2}
        value={text}
        placeholder={texts.placeholder}
        aria-label={texts.label}
        aria-describedby={noteId}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id={noteId} className={styles.note} {...(failure !== null && { role: 'alert' })}>
        {failure ?? texts.hint}
      </p>
    </main>
  );
}
