import { useId, useSyncExternalStore } from 'react';
import { cleanText } from '../../../shared/domain/text.ts';
import { type QuickActionName, quickActionLimits } from '../../../shared/quick-actions/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../components/dialog/DialogActions.tsx';
import { countTexts } from '../../components/field-texts.ts';
import { actionDraftKey } from './action.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { type QuickAction, quickActionOf } from './action.ts';
import styles from './QuickActionDialog.module.css';
import { actionTexts, quickActionTexts } from './texts.ts';

export interface QuickActionDialogProps {
  readonly name: QuickActionName;
  /** The draft keeps the text until it is sent, even after Cancel or a failure. */
  readonly drafts: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly get: (key: string) => string;
    readonly set: (key: string, text: string) => void;
  };
  readonly onClose: () => void;
  readonly onSubmit: (action: QuickAction, text: string) => void;
}

const monospacedActions: ReadonlySet<QuickActionName> = new Set(['data-analysis', 'code-assistance']);

/**
 * Asks for the text of a quick action. Nothing is sent if the text is blank or the user cancels [QUICK-003,
 * QUICK-004].
 */
export function QuickActionDialog({ name, drafts, onClose, onSubmit }: QuickActionDialogProps) {
  const key = actionDraftKey(name);
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
    onSubmit(quickActionOf(name), text);
  };
  return (
    // `QuickActions` moves the focus after the dialog has closed.
    <Dialog title={texts.name} size="lg" returnsFocus={false} onClose={onClose}>
      {/* Not a form, because React would also send its submit event to the form that contains the menu. */}
      <div className={styles.form}>
        <label htmlFor={fieldId} className={styles.label}>
          {texts.label}
        </label>
        <textarea
          id={fieldId}
          className={styles.field}
          data-aligned={monospacedActions.has(name) || undefined}
          data-autofocus
          dir="auto"
          rows={7}
          value={text}
          placeholder={texts.example}
          spellCheck={!monospacedActions.has(name)}
          aria-describedby={noteId}
          aria-invalid={isTooLong}
          onChange={(event) => drafts.set(key, event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter belongs to the input method while it composes a word.
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <p id={noteId} className={styles.note} data-invalid={isTooLong || undefined} aria-live="polite">
          {isTooLong ? countTexts.tooLong({ used: length, max: limit }) : quickActionTexts.limit({ limit })}
        </p>
        <DialogActions>
          <kbd className={styles.keys} aria-hidden>
            {quickActionTexts.keys}
          </kbd>
          <Button look="plain" onClick={onClose}>
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
