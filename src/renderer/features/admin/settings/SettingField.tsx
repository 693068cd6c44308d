import { settingSchemas, type SettingKey } from '../../../../shared/admin/settings.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { TextArea } from '../fields/TextArea.tsx';
import { Toggle } from '../fields/Toggle.tsx';
import { kindOf } from './fields.ts';
import { settingsTexts as texts, settingTexts } from './texts.ts';

interface SettingFieldProps {
  readonly name: SettingKey;
  readonly text: string;
  readonly isDisabled: boolean;
  readonly onChange: (text: string) => void;
}

/** One setting, drawn as what it takes. */
export function SettingField({ name, text, isDisabled, onChange }: SettingFieldProps) {
  const { label, hint } = settingTexts[name];
  switch (kindOf(name)) {
    case 'switch':
      return (
        <Toggle
          label={label}
          text={hint}
          isOn={text === 'true'}
          isDisabled={isDisabled}
          onChange={(isOn) => onChange(String(isOn))}
        />
      );
    case 'text':
      return (
        <TextArea
          label={label}
          name={name}
          hint={hint}
          rows={6}
          maxLength={8000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'choice':
      return (
        <SelectField
          label={label}
          name={name}
          options={settingSchemas.payments_mode.options.map((value) => ({
            value,
            label: texts.payments[value],
          }))}
          value={text === 'simulated' ? 'simulated' : 'off'}
          onChoose={onChange}
        />
      );
    case 'count':
    case 'limit':
      return (
        <TextField
          label={label}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          placeholder={kindOf(name) === 'limit' ? texts.noLimit : undefined}
          hint={hint || undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
