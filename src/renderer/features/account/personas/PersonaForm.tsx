import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newPersona, type Persona } from '../../../../shared/personas/persona.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { Button } from '../../../components/Button.tsx';
import { cleanPersona } from '../../../components/persona/clean-persona.ts';
import { PersonaFields, type PersonaModelField } from '../../../components/persona/PersonaFields.tsx';
import { changePersona, createPersonas, personaFailure } from '../../../lib/persona-changes.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import { type PersonaDraft, personaDraft, personaForm } from './persona-draft.ts';
import styles from './personas.module.css';
import { personaFormTexts as texts } from './texts.ts';

interface PersonaFormProps {
  readonly userId: string;
  /** Null for a new persona. */
  readonly persona: StoredPersona | null;
  /** A new persona starts as a copy of this one. */
  readonly copied?: StoredPersona | undefined;
  readonly ModelField: PersonaModelField;
  readonly onClose: () => void;
}

export function PersonaForm({ userId, persona, copied, ModelField, onClose }: PersonaFormProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useUnsaved(
    userId,
    personaForm(persona?.id ?? (copied ? `copy-of-${copied.id}` : null)),
    personaDraft,
  );
  const fields: PersonaDraft = edited ?? persona ?? { ...newPersona, ...copied, revision: 0 };
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const close = () => {
    setEdited(null);
    onClose();
  };
  const save = useMutation({
    /** Without an id, creates a persona. */
    mutationFn: async ({ id, ...changed }: PersonaDraft & { readonly id: string | undefined }) => {
      if (id !== undefined) return changePersona(client, userId, { ...cleanPersona(changed), id });
      await createPersonas(client, userId, [cleanPersona(changed)]);
      return undefined;
    },
    onSuccess: (other) => {
      if (other !== undefined) return;
      showToast(texts.saved);
      close();
    },
  });
  const change = (changed: Partial<Persona>) => setEdited({ ...fields, ...changed });
  /** Another device's change is overwritten only if its revision is given. */
  const saveFields = (id: string | undefined, revision = fields.revision) => {
    flushSync(() => setChecked(true));
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) return wrong.focus();
    if (!save.isPending) save.mutate({ ...fields, revision, id });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveFields(persona?.id);
  };
  return (
    <form ref={form} className={`${forms.form} ${styles.form}`} noValidate onSubmit={submit}>
      <h3 ref={title} tabIndex={-1} dir="auto">
        {persona ? texts.title({ name: persona.name }) : texts.newTitle}
      </h3>
      <PersonaFields
        persona={fields}
        isChecked={isChecked}
        isReadOnly={save.isPending}
        ModelField={ModelField}
        onChange={change}
      />
      {save.error && <FormError>{personaFailure(save.error, texts.failed)}</FormError>}
      {save.data === undefined ? (
        <div className={forms.actions}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? texts.busy : texts.save}
          </Button>
          <Button look="plain" disabled={save.isPending} onClick={close}>
            {edited ? texts.discard : texts.cancel}
          </Button>
        </div>
      ) : (
        <Conflict other={save.data} onKeep={saveFields} onReplace={close} />
      )}
    </form>
  );
}

interface ConflictProps {
  /** The version that another device has stored meanwhile. Null if it deleted the persona. */
  readonly other: StoredPersona | null;
  readonly onKeep: (id: string | undefined, revision?: number) => void;
  readonly onReplace: () => void;
}

function Conflict({ other, onKeep, onReplace }: ConflictProps) {
  if (!other)
    return (
      <VersionConflict {...texts.gone}>
        <Button onClick={() => onKeep(undefined)}>{texts.keepAsNew}</Button>
        <Button look="outlined" onClick={onReplace}>
          {texts.discard}
        </Button>
      </VersionConflict>
    );
  return (
    <VersionConflict
      {...texts.changed}
      other={[other.name, other.instructions, ...other.starters].join('\n\n')}
    >
      <Button onClick={() => onKeep(other.id, other.revision)}>{texts.keep}</Button>
      <Button look="outlined" onClick={onReplace}>
        {texts.useOther}
      </Button>
    </VersionConflict>
  );
}
