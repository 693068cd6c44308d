import { useState } from 'react';
import { cleanText } from '../../../../shared/domain/text.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { titleDialogTexts as texts } from '../texts.ts';
import styles from './TitleDialog.module.css';

interface TitleDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Called with a new title that is neither blank nor unchanged [CHAT-076]. */
  readonly onSave: (title: string) => void;
}

/**
 * Edits the chat's title. Save stores it and closes the dialog [CHAT-043, CHAT-044]. Cancel and Escape only
 * close the dialog.
 */
export function TitleDialog({ title, onClose, onSave }: TitleDialogProps) {
  const [text, setText] = useState(title);
  const cleaned = cleanText(text);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (cleaned === '') return;
          if (cleaned !== title) onSave(cleaned);
          onClose();
        }}
      >
        <input
          className={styles.field}
          data-autofocus
          dir="auto"
          value={text}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          autoComplete="off"
          maxLength={500}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogActions>
          <Button look="plain" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={cleaned === ''}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
