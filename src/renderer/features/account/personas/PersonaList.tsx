import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { writePersonaFile } from '../../../../shared/personas/persona-file.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { Button } from '../../../components/Button.tsx';
import { PersonaBadge } from '../../../components/persona/PersonaBadge.tsx';
import { personaFileTexts } from '../../../components/persona/texts.ts';
import { changeLibrary, refusalOf, useLibraryChanges } from '../../../lib/library-changes.ts';
import { libraryTexts } from '../../../lib/library-texts.ts';
import { saveJsonFile } from '../../../lib/save-json-file.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import forms from '../forms.module.css';
import { personaForm, personaOf } from './persona-draft.ts';
import styles from './personas.module.css';
import { personaTexts as texts } from './texts.ts';

interface OwnPersonasProps {
  readonly userId: string;
  readonly personas: readonly StoredPersona[];
  readonly onEdit: (persona: StoredPersona) => void;
}

export function OwnPersonas({ userId, personas, onEdit }: OwnPersonasProps) {
  const { waitingIds } = useLibraryChanges(userId);
  return (
    <PersonaList label={texts.list} personas={personas} waitingIds={waitingIds}>
      {(persona) => <PersonaActions userId={userId} persona={persona} onEdit={onEdit} />}
    </PersonaList>
  );
}

interface PublishedPersonasProps {
  readonly personas: readonly StoredPersona[];
  readonly onDuplicate: (persona: StoredPersona) => void;
}

export function PublishedPersonas({ personas, onDuplicate }: PublishedPersonasProps) {
  return (
    <>
      <h4>{texts.published}</h4>
      <p className={account.note}>{texts.publishedNote}</p>
      <PersonaList label={texts.published} personas={personas}>
        {(persona) => (
          <Button
            size="small"
            look="outlined"
            aria-label={texts.duplicateOf({ name: persona.name })}
            onClick={() => onDuplicate(persona)}
          >
            {texts.duplicate}
          </Button>
        )}
      </PersonaList>
    </>
  );
}

interface PersonaListProps {
  readonly label: string;
  readonly personas: readonly StoredPersona[];
  readonly waitingIds?: ReadonlySet<string>;
  readonly children: (persona: StoredPersona) => ReactNode;
}

function PersonaList({ label, personas, waitingIds, children }: PersonaListProps) {
  return (
    <ul className={account.list} aria-label={label}>
      {personas.map((persona) => (
        <li key={persona.id} className={`${account.item} ${styles.item}`}>
          <PersonaBadge {...persona} />
          <div>
            <p className={account.name} dir="auto">
              {persona.name}
            </p>
            {waitingIds?.has(persona.id) && <p className={account.detail}>{libraryTexts.waiting}</p>}
            <p className={styles.excerpt} dir="auto">
              {persona.instructions}
            </p>
          </div>
          <div className={forms.actions}>{children(persona)}</div>
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
    mutationFn: () => {
      const seen = personaOf(persona);
      return changeLibrary(client, userId, { list: 'personas', itemId: persona.id, value: null, seen });
    },
    onSuccess: (result) => {
      if (!refusalOf(result)) forgetUnsaved(userId, personaForm(persona.id));
    },
  });
  const refusal = remove.data && refusalOf(remove.data);
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
        onConfirm={async () => {
          if (refusalOf(await remove.mutateAsync())) throw new Error('The service has refused the deletion.');
        }}
        failure={refusal?.refused ?? (remove.error && texts.removeFailed)}
      >
        {texts.removeWarning}
      </ConfirmButton>
    </>
  );
}
