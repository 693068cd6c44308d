import { useEffect, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import type { SavedPrompt } from '../../../lib/saved-prompts.ts';
import forms from '../forms.module.css';
import styles from './prompts.module.css';
import { promptFormTexts as texts } from './texts.ts';

interface PromptConflictProps {
  readonly theirs: SavedPrompt;
  readonly isBusy: boolean;
  readonly onKeepMine: () => void;
  readonly onKeepBoth: () => void;
  readonly onKeepTheirs: () => void;
}

/** Two devices have changed one prompt. The user decides, so that neither change is lost silently. */
export function PromptConflict({ theirs, isBusy, ...choices }: PromptConflictProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.conflict} aria-label={texts.changed} tabIndex={-1}>
      <p role="alert">{texts.changed}</p>
      <p>{texts.theirs}</p>
      <div className={styles.theirs} dir="auto">
        <strong>
          /{theirs.name} {theirs.title}
        </strong>
        {`\n${theirs.text}`}
      </div>
      <div className={forms.actions}>
        <Button size="small" disabled={isBusy} onClick={choices.onKeepBoth}>
          {texts.keepBoth}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={choices.onKeepMine}>
          {texts.keepMine}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={choices.onKeepTheirs}>
          {texts.keepTheirs}
        </Button>
      </div>
    </section>
  );
}
