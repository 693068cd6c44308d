import { personaLimits as limits } from '../../../shared/personas/persona.ts';
import { TextField } from '../TextField.tsx';
import styles from './PersonaStarters.module.css';
import { personaFieldTexts as texts } from './texts.ts';

interface PersonaStartersProps {
  readonly starters: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (starters: string[]) => void;
}

/** Shows the filled fields, then an empty one. */
export function PersonaStarters({ starters, isReadOnly, onChange }: PersonaStartersProps) {
  const fields = starters.length < limits.starters ? [...starters, ''] : starters;
  return (
    <fieldset className={styles.starters}>
      <legend>{texts.starters}</legend>
      <p>{texts.startersNote}</p>
      {fields.map((starter, index) => (
        <TextField
          key={index}
          name={`starter-${index}`}
          label={texts.starter({ number: index + 1 })}
          autoComplete="off"
          dir="auto"
          readOnly={isReadOnly}
          value={starter}
          error={
            starter.trim().length > limits.starter ? texts.starterTooLong({ max: limits.starter }) : undefined
          }
          onChange={({ currentTarget }) =>
            onChange(withoutEmptyEnd(fields.map((each, at) => (at === index ? currentTarget.value : each))))
          }
        />
      ))}
    </fieldset>
  );
}

const withoutEmptyEnd = (starters: readonly string[]): string[] =>
  starters.slice(0, starters.findLastIndex((starter) => starter !== '') + 1);
