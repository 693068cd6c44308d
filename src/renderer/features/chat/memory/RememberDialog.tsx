import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { maxMemoryLength as max } from '../../../../shared/account/memories.ts';
import { Button } from '../../../components/Button.tsx';
import { CountedArea, isTooLong } from '../../../components/CountedArea.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { refusalOf } from '../../../lib/library-changes.ts';
import { saveMemory } from '../../../lib/memories.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import styles from './RememberDialog.module.css';
import { memoryTexts as texts } from './texts.ts';

interface RememberDialogProps {
  readonly chatId: string;
  readonly messageId: string;
  /** The selected text or the message. The user can change it before it is stored. */
  readonly text: string;
  readonly onClose: () => void;
}

const beginningOf = (text: string): string =>
  Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, max).join('');

export function RememberDialog({ chatId, messageId, text, onClose }: RememberDialogProps) {
  const { userId } = useChatEngine();
  const client = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [content, setContent] = useState(() => beginningOf(text));
  const save = useMutation({
    mutationFn: () => saveMemory(client, userId, { id, content, chat_id: chatId, message_id: messageId }),
    onSuccess: (result) => {
      if (refusalOf(result)) return;
      if (result === 'done') showToast({ title: texts.kept, variant: 'success' });
      onClose();
    },
  });
  const canSave = content.trim() !== '' && !isTooLong(content, max) && !save.isPending;
  const failure = save.error ? texts.failed.title : save.data && refusalOf(save.data)?.refused;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save.mutate();
  };
  return (
    <Dialog title={texts.title} isBusy={save.isPending} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <CountedArea
          name="content"
          label={texts.fact}
          rows={3}
          max={max}
          value={content}
          data-autofocus
          readOnly={save.isPending}
          onChange={({ currentTarget }) => setContent(currentTarget.value)}
        />
        <p>{texts.note}</p>
        {failure && <p role="alert">{failure}</p>}
        <DialogActions>
          <Button look="outlined" disabled={save.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={!canSave}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
