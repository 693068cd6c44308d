import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { Button } from '../../../components/Button.tsx';
import type { PersonaModelField } from '../../../components/persona/PersonaFields.tsx';
import { newPersonaHash, usePersonas } from '../../../lib/personas.ts';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import forms from '../forms.module.css';
import { RefusedChanges } from '../RefusedChanges.tsx';
import { LoadError } from '../Section.tsx';
import { refusedDraft } from './persona-draft.ts';
import { PersonaForm } from './PersonaForm.tsx';
import { OwnPersonas, PublishedPersonas } from './PersonaList.tsx';
import { PersonaTransfer } from './PersonaTransfer.tsx';
import styles from './personas.module.css';
import { personaTexts as texts } from './texts.ts';

interface PersonasSectionProps {
  readonly userId: string;
  readonly ModelField: PersonaModelField;
}

interface Editing {
  /** Null for a new persona. */
  readonly persona: StoredPersona | null;
  readonly copied?: StoredPersona;
  readonly refused?: RefusedChange;
}

export function PersonasSection({ userId, ModelField }: PersonasSectionProps) {
  const query = usePersonas(userId);
  const { pathname, hash, state } = useLocation();
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Editing | null>(hash === newPersonaHash ? { persona: null } : null);
  const create = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(null));
    // The closed form had the focus.
    create.current?.focus();
    // Otherwise a reload would open the form again.
    if (hash === newPersonaHash) void navigate(pathname, { replace: true, state: state as unknown });
  };
  if (editing) return <PersonaForm userId={userId} {...editing} ModelField={ModelField} onClose={close} />;
  const own = query.data?.filter(({ isPublished }) => !isPublished) ?? [];
  const published = query.data?.filter(({ isPublished }) => isPublished) ?? [];
  return (
    <div className={styles.personas}>
      <p>{texts.lead}</p>
      {query.data && own.length === 0 && <p>{texts.empty}</p>}
      <div className={forms.actions}>
        <Button ref={create} onClick={() => setEditing({ persona: null })}>
          {texts.create}
        </Button>
        <PersonaTransfer userId={userId} personas={own} />
      </div>
      <LoadError query={query} text={query.data ? texts.fromDevice : texts.loadFailed} />
      <RefusedChanges
        userId={userId}
        list="personas"
        nameOf={(change) => refusedDraft(change)?.name ?? ''}
        textOf={(change) => refusedDraft(change)?.instructions ?? ''}
        onEdit={(refused) =>
          setEditing({ persona: own.find(({ id }) => id === refused.itemId) ?? null, refused })
        }
      />
      {own.length > 0 && (
        <OwnPersonas userId={userId} personas={own} onEdit={(persona) => setEditing({ persona })} />
      )}
      {published.length > 0 && (
        <PublishedPersonas
          personas={published}
          onDuplicate={(copied) => setEditing({ persona: null, copied })}
        />
      )}
    </div>
  );
}
