import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../components/Button.tsx';
import { DialogActions } from '../../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../../components/dialog/PlainDialog.tsx';
import type { ShownMessage } from '../../turn/shown-messages.ts';
import { mapTexts as texts } from '../texts.ts';
import { type LoadAll, useLoadAll } from '../use-load-all.ts';
import { entryAt, mapEntries } from './map-entries.ts';
import styles from './MessageMap.module.css';

interface MessageMapProps {
  readonly messages: readonly ShownMessage[];
  readonly hasOlder: boolean;
  readonly loadAll: LoadAll;
  /** Returns the id of the message at the top of the view. Null at the end of the conversation. */
  readonly readTop: () => string | null;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}

/** Lists the user's messages by their first lines. Arrow keys move the focus, Enter jumps to the message. */
export function MessageMap({ messages, hasOlder, loadAll, readTop, onJump, onClose }: MessageMapProps) {
  const list = useRef<HTMLOListElement>(null);
  const { isLoading, hasFailed, retry } = useLoadAll(loadAll, { hasOlder, isNeeded: true });
  const entries = useMemo(() => mapEntries(messages), [messages]);
  const [current] = useState(() => entryAt(messages, readTop()));
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current]');
    line?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: 'center' });
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const lines = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = lines.findIndex((line) => line === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, lines.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: lines.length - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    lines[next]?.focus();
  };
  const jump = (id: string) => {
    // The map closes before the jump, because closing returns the focus.
    flushSync(onClose);
    onJump(id);
  };
  return (
    <PlainDialog title={texts.title} onCancel={onClose}>
      <output className={styles.status}>{isLoading && texts.loading}</output>
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          {texts.failed}
          <button type="button" className={styles.retry} onClick={retry}>
            {texts.retry}
          </button>
        </p>
      )}
      <ol ref={list} className={styles.list}>
        {entries.map(({ id, line }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.line}
              // Only the current entry is in the tab order. The arrow keys reach the others.
              tabIndex={id === current ? 0 : -1}
              aria-current={id === current || undefined}
              dir="auto"
              onKeyDown={onKeyDown}
              onClick={() => jump(id)}
            >
              {line}
            </button>
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button look="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </PlainDialog>
  );
}
