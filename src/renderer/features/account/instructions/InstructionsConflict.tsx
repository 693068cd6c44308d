import { type AccountInstructions, hasInstructions } from '../../../../shared/account/instructions.ts';
import { Button } from '../../../components/Button.tsx';
import account from '../account.module.css';
import forms from '../forms.module.css';
import styles from './InstructionsForm.module.css';
import { instructionsTexts } from './texts.ts';

const texts = instructionsTexts.conflict;

interface InstructionsConflictProps {
  readonly other: AccountInstructions;
  readonly onKeep: () => void;
  readonly onReplace: () => void;
}

/** Shows what another device has stored, so that the user can copy from it before they decide. */
export function InstructionsConflict({ other, onKeep, onReplace }: InstructionsConflictProps) {
  const { about, style } = other;
  return (
    <div role="alert" className={account.box}>
      <strong>{texts.title}</strong>
      <p>{texts.text}</p>
      <pre className={styles.other} dir="auto">
        {hasInstructions(other) ? [about, style].filter((text) => text !== '').join('\n\n') : texts.empty}
      </pre>
      <div className={forms.actions}>
        <Button onClick={onKeep}>{texts.keep}</Button>
        <Button look="outlined" onClick={onReplace}>
          {texts.other}
        </Button>
      </div>
    </div>
  );
}
