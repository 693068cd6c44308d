import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { PersonaBadge } from '../../../components/PersonaBadge.tsx';
import { settingsPath } from '../../../lib/paths.ts';
import { personasQuery, type StoredPersona } from '../../../lib/personas.ts';
import { useChatEngine } from '../chat-context.ts';
import { readDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { useChatModel } from '../use-chat-model.ts';
import styles from './PersonaDialog.module.css';
import { personaTexts as texts } from './texts.ts';
import { withPersona } from './with-persona.ts';

/** Lists the personas for a new chat. */
export function PersonaDialog({ onClose }: { readonly onClose: () => void }) {
  const { userId, drafts } = useChatEngine();
  const { choose: chooseModel } = useChatModel();
  const { data: personas, error, refetch } = useQuery(personasQuery(userId));
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
        {personas?.length === 0 && <p>{texts.empty}</p>}
        <ul className={styles.list}>
          {personas?.map((persona) => (
            <li key={persona.id}>
              <button
                type="button"
                aria-pressed={before?.persona?.id === persona.id}
                onClick={() => choose(persona)}
              >
                <PersonaBadge {...persona} />
                <span className={styles.text}>
                  <strong dir="auto">{persona.name}</strong>
                  <span dir="auto">{persona.instructions}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.foot}>
          {before?.persona && (
            <Button size="small" look="outlined" onClick={() => choose(null)}>
              {texts.noPersona}
            </Button>
          )}
          <Link to={settingsPath('personas')}>{texts.manage}</Link>
        </p>
      </div>
    </Dialog>
  );
}
