import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { PersonaBadge } from '../../../components/persona/PersonaBadge.tsx';
import { settingsPath } from '../../../lib/paths.ts';
import { newPersonaHash, usePersonas } from '../../../lib/personas.ts';
import { useChatEngine } from '../chat-context.ts';
import { readDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { useChatModel } from '../use-chat-model.ts';
import styles from './PersonaDialog.module.css';
import { personaTexts as texts } from './texts.ts';
import { withPersona } from './with-persona.ts';

export function PersonaDialog({ onClose }: { readonly onClose: () => void }) {
  const { userId, drafts } = useChatEngine();
  const { choose: chooseModel } = useChatModel();
  const { data: personas, error, refetch } = usePersonas(userId);
  const isEmpty = personas?.length === 0;
  const before = readDraftParameters(drafts, newChatDraft);
  const choose = (persona: StoredPersona | null) => {
    writeDraftParameters(drafts, newChatDraft, withPersona(before, persona));
    if (persona?.model) chooseModel(persona.model);
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={styles.dialog}>
        {error && (
          <p role="alert">
            {texts.loadFailed}{' '}
            <Button size="small" look="outlined" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </p>
        )}
        {isEmpty && (
          <>
            <p>{texts.empty}</p>
            <div>
              <ButtonLink to={`${settingsPath('personas')}${newPersonaHash}`}>{texts.create}</ButtonLink>
            </div>
          </>
        )}
        <div className={styles.lists}>
          <PersonaGroup
            title={texts.own}
            personas={personas?.filter(({ isPublished }) => !isPublished)}
            chosenId={before?.persona?.id}
            onChoose={choose}
          />
          <PersonaGroup
            title={texts.published}
            personas={personas?.filter(({ isPublished }) => isPublished)}
            chosenId={before?.persona?.id}
            onChoose={choose}
          />
        </div>
        <p className={styles.foot}>
          {before?.persona && (
            <Button size="small" look="outlined" onClick={() => choose(null)}>
              {texts.noPersona}
            </Button>
          )}
          {!isEmpty && <Link to={settingsPath('personas')}>{texts.manage}</Link>}
        </p>
      </div>
    </Dialog>
  );
}

interface PersonaGroupProps {
  readonly title: string;
  readonly personas: readonly StoredPersona[] | undefined;
  readonly chosenId: string | undefined;
  readonly onChoose: (persona: StoredPersona) => void;
}

function PersonaGroup({ title, personas = [], chosenId, onChoose }: PersonaGroupProps) {
  const id = useId();
  if (personas.length === 0) return null;
  return (
    <section>
      <h3 id={id}>{title}</h3>
      <ul className={styles.list} aria-labelledby={id}>
        {personas.map((persona) => (
          <li key={persona.id}>
            <button type="button" aria-pressed={chosenId === persona.id} onClick={() => onChoose(persona)}>
              <PersonaBadge {...persona} />
              <span className={styles.text}>
                <strong dir="auto">{persona.name}</strong>
                <span dir="auto">{persona.instructions}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
