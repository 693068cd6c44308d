import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import type { Shell } from '../../platform/shell.ts';
import styles from './QuickBar.module.css';
import { quickAskTexts as texts } from './texts.ts';

/** Elements that Escape closes before the window. */
const closesOnEscape =
  '[role="dialog"], [role="menu"], [role="listbox"], [popover]:popover-open, dialog[open]';

/** The quick-ask window's bar. The chat below it is the same as in the main window. */
export function QuickBar({ shell }: { readonly shell: Shell }) {
  const { search } = useLocation();
  // Null until the chat is stored, because the main window would not find it.
  const chatId = new URLSearchParams(search).get('id');
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    if (document.querySelector(closesOnEscape) === null) shell.closeQuickAsk();
  });
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['quickAsk'] = '';
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => {
      delete root.dataset['quickAsk'];
      document.removeEventListener('keydown', listener);
    };
  }, []);
  return (
    <section className={styles.bar} aria-label={texts.title}>
      <span className={styles.title}>{texts.title}</span>
      {chatId !== null && (
        <Button look="plain" onClick={() => shell.continueInMain(chatId)}>
          {texts.continue}
        </Button>
      )}
      <Button look="plain" onClick={() => shell.closeQuickAsk()}>
        {texts.close}
      </Button>
    </section>
  );
}
