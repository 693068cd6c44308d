import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Memory, maxMemoryLength as max } from '../../../../shared/account/memories.ts';
import { Button } from '../../../components/Button.tsx';
import { CountedArea, isTooLong } from '../../../components/CountedArea.tsx';
import { refusalOf } from '../../../lib/library-changes.ts';
import { changeMemory, memoriesQuery, saveMemory } from '../../../lib/memories.ts';
import { showToast } from '../../../lib/toast.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { memoryTexts as texts } from './texts.ts';

interface EditFormProps {
  readonly userId: string;
  /** Null if another device has deleted the fact. Its text is then saved as a new one. */
  readonly memory: Memory | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

export function EditForm({ userId, memory, text, onChange, onClose }: EditFormProps) {
  const client = useQueryClient();
  // A repeated request has the same id, because the first one may have been stored.
  const [newId] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: async () => {
      const source = { chat_id: null, message_id: null };
      const result = memory
        ? await changeMemory(client, userId, memory, text)
        : await saveMemory(client, userId, { id: newId, content: text, ...source });
      const refusal = refusalOf(result);
      if (!memory || !refusal?.isConflict) return refusal?.refused ?? null;
      const stored = await client.fetchQuery(memoriesQuery(userId));
      const isStored = stored.some(({ id }) => id === memory.id);
      showToast(isStored ? texts.changed : texts.deletedElsewhere);
      return undefined;
    },
    /** Undefined after a conflict, which a toast reports. */
    onSuccess: (refusal) => {
      if (refusal === null) onClose();
    },
  });
  const canSave = text.trim() !== '' && !isTooLong(text, max) && !save.isPending;
  const failure = save.error ? texts.failed : save.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save.mutate();
  };
  return (
    <form className={forms.form} noValidate onSubmit={submit}>
      <CountedArea
        name="content"
        label={texts.fact}
        rows={2}
        max={max}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a click on Edit, which disappears
        autoFocus={memory !== null}
        readOnly={save.isPending}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {failure && <FormError>{failure}</FormError>}
      <div className={forms.actions}>
        <Button type="submit" size="small" disabled={!canSave}>
          {memory ? texts.save : texts.saveNew}
        </Button>
        <Button size="small" look="plain" onClick={onClose}>
          {memory ? texts.cancel : texts.discard}
        </Button>
      </div>
    </form>
  );
}
