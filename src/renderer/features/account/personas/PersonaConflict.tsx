import { Button } from '../../../components/Button.tsx';
import type { StoredPersona } from '../../../lib/personas.ts';
import account from '../account.module.css';
import forms from '../forms.module.css';
import { personaFormTexts } from './texts.ts';

interface PersonaConflictProps {
  /** What another device has stored since. Null if it deleted the persona. */
  readonly other: StoredPersona | null;
  readonly onKeep: (other: StoredPersona | null) => void;
  readonly onReplace: (other: StoredPersona) => void;
}

/** Shows the other version, so that the user can copy from it before they decide. */
export function PersonaConflict({ other, onKeep, onReplace }: PersonaConflictProps) {
  const texts = other ? personaFormTexts.changed : personaFormTexts.gone;
  return (
    <div role="alert" className={account.box}>
      <strong>{texts.title}</strong>
      <p>{texts.text}</p>
      {other && (
        <blockquote dir="auto">
          <strong>{other.name}</strong>
          <p>{other.instructions}</p>
        </blockquote>
      )}
      <div className={forms.actions}>
        <Button onClick={() => onKeep(other)}>{texts.keep}</Button>
        {other && (
          <Button look="outlined" onClick={() => onReplace(other)}>
            {personaFormTexts.changed.other}
          </Button>
        )}
      </div>
    </div>
  );
}
