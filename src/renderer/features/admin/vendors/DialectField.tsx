import { dialectNames, type DialectName } from '../../../../shared/providers/vendor.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { vendorTexts as texts } from './texts.ts';

interface DialectFieldProps {
  readonly value: DialectName;
  readonly onChoose: (dialect: DialectName) => void;
}

export function DialectField({ value, onChoose }: DialectFieldProps) {
  return (
    <SelectField
      label={texts.dialect}
      name="dialect"
      options={dialectNames.map((name) => ({ value: name, label: texts.dialects[name] }))}
      value={value}
      onChoose={onChoose}
    />
  );
}
