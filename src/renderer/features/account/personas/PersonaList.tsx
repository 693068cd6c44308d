import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writePersonaFile } from '../../../../shared/personas/persona-file.ts';
import { Button } from '../../../components/Button.tsx';
import { PersonaBadge } from '../../../components/PersonaBadge.tsx';
import { deletePersona, type StoredPersona } from '../../../lib/personas.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import forms from '../forms.module.css';
import { saveJsonFile } from '../save-json-file.ts';
import { personaForm } from './persona-draft.ts';
import styles from './personas.module.css';
import { personaFileTexts, personaTexts as texts } from './texts.ts';

interface PersonaListProps {
  readonly userId: string;
  readonly personas: readonly StoredPersona[];
  readonly onEdit: (persona: StoredPersona) => void;
}

export function PersonaList({ userId, personas, onEdit }: PersonaListProps) {
  return (
    <ul className={account.list} aria-label={texts.list}>
      {personas.map((persona) => (
        <li key={persona.id} className={`${account.item} ${styles.item}`}>
          <PersonaBadge {...persona} />
          <div>
            <p className={account.name} dir="auto">
              {persona.name}
            </p>
            <p className={styles.excerpt} dir="auto">
              {persona.instructions}
            </p>
          </div>
          <div className={forms.actions}>
            <PersonaActions userId={userId} persona={persona} onEdit={onEdit} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface PersonaActionsProps {
  readonly userId: string;
  readonly persona: StoredPersona;
  readonly onEdit: (persona: StoredPersona) => void;
}

function PersonaActions({ userId, persona, onEdit }: PersonaActionsProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deletePersona(client, userId, persona.id),
    onSuccess: () => forgetUnsaved(userId, personaForm(persona.id)),
  });
  const { name } = persona;
  return (
    <>
      <Button
        size="small"
        look="outlined"
        aria-label={texts.editOf({ name })}
        onClick={() => onEdit(persona)}
      >
        {texts.edit}
      </Button>
      <Button
        size="small"
        look="outlined"
        aria-label={texts.exportOf({ name })}
        onClick={() => void saveJsonFile(personaFileTexts.fileName, writePersonaFile([persona]))}
      >
        {texts.export}
      </Button>
      <ConfirmButton
        texts={texts.remove}
        label={texts.removeOf({ name })}
        onConfirm={() => remove.mutateAsync()}
        failure={remove.error && texts.removeFailed}
      >
        {texts.removeWarning}
      </ConfirmButton>
    </>
  );
}
