import { SelectField } from '../../../components/SelectField.tsx';

const all = 'all';

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  /** The first option removes the filter. */
  readonly allText: string;
  readonly values: readonly Value[];
  readonly textOf: (value: Value) => string;
  readonly value: Value | undefined;
  readonly onChoose: (value: Value | null) => void;
}

export function FilterSelect<Value extends string>({
  allText,
  values,
  textOf,
  value,
  onChoose,
  ...field
}: FilterSelectProps<Value>) {
  return (
    <SelectField<Value | typeof all>
      {...field}
      isLabelHidden
      options={[
        { value: all, label: allText },
        ...values.map((each) => ({ value: each, label: textOf(each) })),
      ]}
      value={value ?? all}
      onChoose={(chosen) => onChoose(chosen === all ? null : chosen)}
    />
  );
}
