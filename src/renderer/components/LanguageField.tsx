import { useState } from 'react';
import { type Language, languages } from '../../shared/domain/languages.ts';
import { setChosenLanguage } from '../lib/language.ts';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';
import { SelectField } from './SelectField.tsx';
import { languageTexts as texts } from './language-texts.ts';

type Choice = Language | 'system';

const systemLanguage = () => (document.documentElement.dataset['browserLanguage'] ?? 'en') as Language;
const storedChoice = () => (readStored(storageKeys.language) ?? 'system') as Choice;

/** Chooses the language for this device. Other tabs use it after a reload. */
export function LanguageField() {
  const [choice, setChoice] = useState(storedChoice);
  const choose = (next: Choice) => {
    writeStored(storageKeys.language, next === 'system' ? null : next);
    setChoice(next);
    setChosenLanguage(next === 'system' ? systemLanguage() : next);
  };
  return (
    <SelectField
      label={texts.label}
      isLabelHidden
      name="language"
      options={[
        { value: 'system', label: texts.system({ language: languages[systemLanguage()] }) },
        ...Object.entries(languages).map(([value, label]) => ({ value: value as Language, label })),
      ]}
      value={choice}
      onChoose={choose}
    />
  );
}
