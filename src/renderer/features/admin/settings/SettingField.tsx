import { Switch } from '@mantine/core';
import type { SettingKey } from '../../../../shared/admin/settings.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { settingKind } from './setting-fields.ts';
import { settingsTexts as texts, settingTexts } from './texts.ts';

interface SettingFieldProps {
  readonly name: SettingKey;
  readonly text: string;
  readonly isDisabled: boolean;
  readonly onChange: (text: string) => void;
}

export function SettingField({ name, text, isDisabled, onChange }: SettingFieldProps) {
  const { label, hint } = settingTexts[name];
  switch (settingKind(name)) {
    case 'switch':
      return (
        <Switch
          label={label}
          // Mantine would make the description part of the accessible name.
          aria-label={label}
          description={hint}
          checked={text === 'true'}
          disabled={isDisabled}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
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
    case 'choice': {
      const choices: Readonly<Record<string, string>> = texts.choices[name as keyof typeof texts.choices];
      return (
        <SelectField
          label={label}
          name={name}
          options={Object.entries(choices).map(([value, choice]) => ({ value, label: choice }))}
          value={Object.hasOwn(choices, text) ? text : 'off'}
          onChoose={onChange}
        />
      );
    }
    case 'count':
    case 'limit':
      return (
        <TextField
          label={label}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          placeholder={settingKind(name) === 'limit' ? texts.noLimit : undefined}
          hint={hint || undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
