import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newPersona, type Persona } from '../../../../shared/personas/persona.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { Button } from '../../../components/Button.tsx';
import { cleanPersona } from '../../../components/persona/clean-persona.ts';
import { PersonaFields, type PersonaModelField } from '../../../components/persona/PersonaFields.tsx';
import {
  changeLibrary,
  type LibraryRefusal,
  type LibraryResult,
  refusalOf,
} from '../../../lib/library-changes.ts';
import { personasQuery } from '../../../lib/personas.ts';
import { forgetRefusedChange, type RefusedChange, refusedFormOf } from '../../../lib/refused-changes.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import { type PersonaDraft, personaDraft, personaForm, personaOf, refusedDraft } from './persona-draft.ts';
import styles from './personas.module.css';
import { personaFormTexts as texts } from './texts.ts';

/** `other` is the version that another device has stored meanwhile. Null if it deleted the persona. */
type Saved = Extract<LibraryResult, string> | LibraryRefusal | { readonly other: StoredPersona | null };

interface PersonaFormProps {
  readonly userId: string;
  /** Null for a new persona. */
  readonly persona: StoredPersona | null;
  /** A new persona starts as a copy of this one. */
  readonly copied?: StoredPersona | undefined;
  /** The form starts with this change, which the service has refused. */
  readonly refused?: RefusedChange | undefined;
  readonly ModelField: PersonaModelField;
  readonly onClose: () => void;
}

export function PersonaForm({ userId, persona, copied, refused, ModelField, onClose }: PersonaFormProps) {
  const client = useQueryClient();
  const knownId = persona?.id ?? refused?.itemId;
  const formName = refused
    ? refusedFormOf(refused)
    : personaForm(copied ? `copy-of-${copied.id}` : (persona?.id ?? null));
  const [edited, setEdited] = useUnsaved(userId, formName, personaDraft);
  // A repeated request has the same id, because the first one may have been stored.
  const [newId] = useState(() => crypto.randomUUID());
  const fields = edited ??
    refusedDraft(refused) ?? { ...newPersona, ...copied, ...persona, seen: persona && personaOf(persona) };
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const close = () => {
    setEdited(null);
    onClose();
  };
  const save = useMutation({
    mutationFn: async ({ id, seen, ...changed }: PersonaDraft & { readonly id: string }): Promise<Saved> => {
      const value = cleanPersona(personaOf(changed));
      const result = await changeLibrary(client, userId, { list: 'personas', itemId: id, value, seen });
      const refusal = refusalOf(result);
      if (!refusal?.isConflict) return refusal ?? result;
      const stored = await client.fetchQuery(personasQuery(userId));
      return { other: stored.find((each) => each.id === id) ?? null };
    },
    onSuccess: (result) => {
      if (typeof result === 'object') return;
      if (refused) forgetRefusedChange(userId, refused);
      if (result === 'done') showToast(texts.saved);
      close();
    },
  });
  const change = (changed: Partial<Persona>) => setEdited({ ...fields, ...changed });
  /** Another device's version is overwritten only if it is given. */
  const saveFields = (id = knownId ?? newId, seen = fields.seen) => {
    flushSync(() => setChecked(true));
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) return wrong.focus();
    if (!save.isPending) save.mutate({ ...fields, id, seen });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveFields();
  };
  const { data } = save;
  const failure = save.error ? texts.failed : typeof data === 'object' && 'refused' in data && data.refused;
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
      {failure && <FormError>{failure}</FormError>}
      {typeof data === 'object' && 'other' in data ? (
        <Conflict
          other={data.other}
          onKeep={() => saveFields(data.other?.id, data.other && personaOf(data.other))}
          onKeepAsNew={() => saveFields(newId, null)}
          onReplace={() => {
            if (refused) forgetRefusedChange(userId, refused);
            close();
          }}
        />
      ) : (
        <div className={forms.actions}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? texts.busy : texts.save}
          </Button>
          <Button look="plain" disabled={save.isPending} onClick={close}>
            {edited ? texts.discard : texts.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}

interface ConflictProps {
  /** The version that another device has stored meanwhile. Null if it deleted the persona. */
  readonly other: StoredPersona | null;
  readonly onKeep: () => void;
  readonly onKeepAsNew: () => void;
  readonly onReplace: () => void;
}

function Conflict({ other, onKeep, onKeepAsNew, onReplace }: ConflictProps) {
  if (!other)
    return (
      <VersionConflict {...texts.gone}>
        <Button onClick={onKeepAsNew}>{texts.keepAsNew}</Button>
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
      <Button onClick={onKeep}>{texts.keep}</Button>
      <Button look="outlined" onClick={onReplace}>
        {texts.useOther}
      </Button>
    </VersionConflict>
  );
}
