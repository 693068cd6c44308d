import { useId, useSyncExternalStore } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { type QuickActionName, quickActionLimits } from '../../../shared/quick-actions/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../components/dialog/DialogActions.tsx';
import { draftKeyOf } from './action.ts';
import { isComposing } from '../../lib/is-composing.ts';
import styles from './QuickActionDialog.module.css';
import { actionTexts, quickActionTexts } from './texts.ts';

export interface QuickActionDialogProps {
  readonly name: QuickActionName;
  /** Keeps what is typed, through Cancel and failure, until it is sent. */
  readonly drafts: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly get: (key: string) => string;
    readonly set: (key: string, text: string) => void;
  };
  readonly onCancel: () => void;
  readonly onSubmit: (text: string) => void;
}

/** Material that is read by its columns. */
const aligned: ReadonlySet<QuickActionName> = new Set(['data-analysis', 'code-assistance']);

/** Asks for the text of a quick action [QUICK-003]. Nothing happens while it is blank, or when it is left [QUICK-004]. */
export function QuickActionDialog({ name, drafts, onCancel, onSubmit }: QuickActionDialogProps) {
  const key = draftKeyOf(name);
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  const fieldId = useId();
  const noteId = useId();
  const { length } = cleanText(text);
  const limit = quickActionLimits[name];
  const isTooLong = length > limit;
  const texts = actionTexts[name];
  const submit = () => {
    if (length === 0 || isTooLong) return;
    drafts.set(key, '');
    onSubmit(text);
  };
  return (
    // The one who opened it takes the focus back, or the chat goes on with it.
    <Dialog title={texts.name} size="lg" returnsFocus={false} onClose={onCancel}>
      {/* No form: React would hand its submission on to the form that the menu stands in. */}
      <div className={styles.form}>
        <label htmlFor={fieldId} className={styles.label}>
          {texts.asks}
        </label>
        <textarea
          id={fieldId}
          className={styles.field}
          data-aligned={aligned.has(name) || undefined}
          data-autofocus
          dir="auto"
          rows={7}
          value={text}
          placeholder={texts.example}
          spellCheck={!aligned.has(name)}
          aria-describedby={noteId}
          aria-invalid={isTooLong}
          onChange={(event) => drafts.set(key, event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter then belongs to the input method, which is composing a word.
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <p id={noteId} className={styles.note} data-invalid={isTooLong || undefined} aria-live="polite">
          {isTooLong ? quickActionTexts.tooLong(length, limit) : quickActionTexts.limit(limit)}
        </p>
        <DialogActions>
          <kbd className={styles.keys} aria-hidden>
            {quickActionTexts.keys}
          </kbd>
          <Button look="plain" onClick={onCancel}>
            {quickActionTexts.cancel}
          </Button>
          <Button onClick={submit} disabled={length === 0 || isTooLong}>
            {texts.submit}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
