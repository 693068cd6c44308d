import type { ComponentProps } from 'react';

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/**
 * A dropdown without a label. Options such as "None" and "All" also need a value.
 *
 * @throws RangeError for an option without a value [UX-008]
 */
export function Select<Value extends string>({ options, onChoose, ...select }: SelectProps<Value>) {
  if (options.some(({ value }) => value === ''))
    throw new RangeError('An option of this dropdown has no value.');
  return (
    <select
      {...select}
      onChange={({ currentTarget: { value } }) => {
        const chosenOption = options.find((option) => option.value === value);
        if (chosenOption) onChoose(chosenOption.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
