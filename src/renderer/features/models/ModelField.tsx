import { SelectField } from '../../components/SelectField.tsx';
import type { ModelChoice } from '../../lib/model-choice.ts';
import { readableName } from './model.ts';
import { modelKey } from './picker/memory.ts';
import { modelFieldTexts as texts } from './setting-texts.ts';
import { useModelSources } from './use-model-sources.ts';

/** The value for no model. Contains no space, so it can't be a model's key. */
const NONE = 'none';

interface ModelFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly name?: string;
  /** The first option, for no model. */
  readonly none?: string;
  readonly isDisabled?: boolean;
  readonly chosen: ModelChoice | null;
  readonly onChoose: (model: ModelChoice | null) => void;
}

/** A list of the models that the user can choose from. A model that is no longer offered stays selected. */
export function ModelField({
  label,
  isLabelHidden = false,
  name = 'model',
  none = texts.none,
  isDisabled = false,
  chosen,
  onChoose,
}: ModelFieldProps) {
  const { sections, isLoading } = useModelSources();
  const models = sections.flatMap((section) =>
    section.models
      .filter(({ id }) => !section.locked.has(id))
      .map(({ id, name: modelName }) => ({
        value: modelKey(section, id),
        label: sections.length > 1 ? texts.option({ model: modelName, vendor: section.title }) : modelName,
        choice: { id, vendorName: section.vendorName },
      })),
  );
  const value = chosen ? modelKey(chosen, chosen.id) : NONE;
  const isGone = chosen !== null && !models.some((model) => model.value === value);
  return (
    <SelectField
      label={label}
      isLabelHidden={isLabelHidden}
      name={name}
      disabled={isLoading || isDisabled}
      value={value}
      options={[
        { value: NONE, label: none },
        ...(isGone ? [{ value, label: missingModelLabel(chosen, isLoading) }] : []),
        ...models,
      ]}
      onChoose={(key) => onChoose(models.find((model) => model.value === key)?.choice ?? null)}
    />
  );
}

const missingModelLabel = ({ id }: ModelChoice, isLoading: boolean): string =>
  isLoading ? readableName(id) : texts.gone({ model: readableName(id) });
