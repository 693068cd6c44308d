import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cleanText } from '../../../../shared/domain/text.ts';
import {
  newPersona,
  type Persona,
  personaColors,
  personaLimits as limits,
} from '../../../../shared/personas/persona.ts';
import { Button } from '../../../components/Button.tsx';
import { CountedArea } from '../../../components/CountedArea.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { ModelChoice } from '../../../lib/model-choice.ts';
import { changePersona, createPersonas, personaFailure, type StoredPersona } from '../../../lib/personas.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import { type PersonaDraft, personaDraft, personaForm } from './persona-draft.ts';
import { PersonaParameters } from './PersonaParameters.tsx';
import { PersonaStarters } from './PersonaStarters.tsx';
import styles from './personas.module.css';
import { personaFormTexts as texts } from './texts.ts';

export type PersonaModelField = ComponentType<{
  readonly label: string;
  readonly chosen: ModelChoice | null;
  readonly onChoose: (model: ModelChoice | null) => void;
}>;

interface PersonaFormProps {
  readonly userId: string;
  /** Null for a new persona. */
  readonly persona: StoredPersona | null;
  readonly ModelField: PersonaModelField;
  readonly onClose: () => void;
}

const cleaned = (persona: PersonaDraft): PersonaDraft => ({
  ...persona,
  name: cleanText(persona.name),
  instructions: cleanText(persona.instructions),
  starters: persona.starters.map(cleanText).filter((starter) => starter !== ''),
});

export function PersonaForm({ userId, persona, ModelField, onClose }: PersonaFormProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useUnsaved(userId, personaForm(persona?.id ?? null), personaDraft);
  const fields: PersonaDraft = edited ?? persona ?? { ...newPersona, revision: 0 };
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
      if (id !== undefined) return changePersona(client, userId, { ...cleaned(changed), id });
      await createPersonas(client, userId, [cleaned(changed)]);
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
      <TextField
        name="name"
        label={texts.name}
        autoComplete="off"
        dir="auto"
        maxLength={limits.name}
        readOnly={save.isPending}
        value={fields.name}
        error={isChecked && fields.name.trim() === '' ? texts.nameMissing : undefined}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <SelectField
        name="color"
        label={texts.color}
        options={personaColors.map((value) => ({ value, label: texts.colors[value] }))}
        value={fields.color}
        onChoose={(color) => change({ color })}
      />
      <CountedArea
        name="instructions"
        label={texts.instructions}
        placeholder={texts.instructionsHint}
        rows={8}
        max={limits.instructions}
        readOnly={save.isPending}
        value={fields.instructions}
        onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
      />
      <ModelField label={texts.model} chosen={fields.model} onChoose={(model) => change({ model })} />
      <PersonaParameters parameters={fields.parameters} onRemove={() => change({ parameters: {} })} />
      <PersonaStarters
        starters={fields.starters}
        isReadOnly={save.isPending}
        onChange={(starters) => change({ starters })}
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
  /** What another device has stored since. Null if it deleted the persona. */
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
