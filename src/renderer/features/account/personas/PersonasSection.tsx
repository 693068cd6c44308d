import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/Button.tsx';
import { personasQuery, type StoredPersona } from '../../../lib/personas.ts';
import forms from '../forms.module.css';
import { LoadError } from '../Section.tsx';
import { PersonaForm, type PersonaModelField } from './PersonaForm.tsx';
import { PersonaList } from './PersonaList.tsx';
import { PersonaTransfer } from './PersonaTransfer.tsx';
import styles from './personas.module.css';
import { personaTexts as texts } from './texts.ts';

interface PersonasSectionProps {
  readonly userId: string;
  readonly ModelField: PersonaModelField;
}

export function PersonasSection({ userId, ModelField }: PersonasSectionProps) {
  const query = useQuery(personasQuery(userId));
  const [editing, setEditing] = useState<StoredPersona | 'new' | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(null));
    // The form had the focus.
    create.current?.focus();
  };
  if (editing)
    return (
      <PersonaForm
        userId={userId}
        persona={editing === 'new' ? null : editing}
        ModelField={ModelField}
        onClose={close}
      />
    );
  const personas = query.data ?? [];
  return (
    <div className={styles.personas}>
      <p>{texts.lead}</p>
      <div className={forms.actions}>
        <Button ref={create} onClick={() => setEditing('new')}>
          {texts.create}
        </Button>
        <PersonaTransfer userId={userId} personas={personas} />
      </div>
      <LoadError query={query} text={texts.loadFailed} />
      {query.data?.length === 0 && <p>{texts.empty}</p>}
      {personas.length > 0 && <PersonaList userId={userId} personas={personas} onEdit={setEditing} />}
    </div>
  );
}
