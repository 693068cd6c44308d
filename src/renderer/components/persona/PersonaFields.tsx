import type { ComponentType } from 'react';
import { type Persona, personaColors, personaLimits as limits } from '../../../shared/personas/persona.ts';
import type { ModelChoice } from '../../lib/model-choice.ts';
import { CountedArea, isTooLong } from '../CountedArea.tsx';
import { SelectField } from '../SelectField.tsx';
import { TextField } from '../TextField.tsx';
import { PersonaParameters } from './PersonaParameters.tsx';
import { PersonaStarters } from './PersonaStarters.tsx';
import { personaFieldTexts as texts } from './texts.ts';

export type PersonaModelField = ComponentType<{
  readonly label: string;
  /** The label of the option for no model. */
  readonly none?: string;
  readonly chosen: ModelChoice | null;
  readonly onChoose: (model: ModelChoice | null) => void;
}>;

interface PersonaFieldsProps {
  readonly persona: Persona;
  /** True once the user has tried to save. */
  readonly isChecked: boolean;
  readonly isReadOnly: boolean;
  readonly ModelField: PersonaModelField;
  /** The label of the option for no model. By default, it names the user's own default model. */
  readonly noModel?: string;
  readonly onChange: (changed: Partial<Persona>) => void;
}

export const isComplete = ({ name, instructions, starters }: Persona): boolean =>
  name.trim() !== '' &&
  !isTooLong(instructions, limits.instructions) &&
  !starters.some((starter) => isTooLong(starter, limits.starter));

export function PersonaFields({
  persona,
  isChecked,
  isReadOnly,
  ModelField,
  noModel,
  onChange,
}: PersonaFieldsProps) {
  return (
    <>
      <TextField
        name="name"
        label={texts.name}
        autoComplete="off"
        dir="auto"
        maxLength={limits.name}
        readOnly={isReadOnly}
        value={persona.name}
        error={isChecked && persona.name.trim() === '' ? texts.nameMissing : undefined}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <SelectField
        name="color"
        label={texts.color}
        options={personaColors.map((value) => ({ value, label: texts.colors[value] }))}
        value={persona.color}
        onChoose={(color) => onChange({ color })}
      />
      <CountedArea
        name="instructions"
        label={texts.instructions}
        placeholder={texts.instructionsHint}
        rows={8}
        max={limits.instructions}
        readOnly={isReadOnly}
        value={persona.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <ModelField
        label={texts.model}
        {...(noModel !== undefined && { none: noModel })}
        chosen={persona.model}
        onChoose={(model) => onChange({ model })}
      />
      <PersonaParameters parameters={persona.parameters} onRemove={() => onChange({ parameters: {} })} />
      <PersonaStarters
        starters={persona.starters}
        isReadOnly={isReadOnly}
        onChange={(starters) => onChange({ starters })}
      />
    </>
  );
}
