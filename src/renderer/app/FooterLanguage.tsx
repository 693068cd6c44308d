import { useEffect, useRef, useSyncExternalStore } from 'react';
import { languages } from '../../shared/domain/languages.ts';
import { languageTexts as texts } from '../components/language-texts.ts';
import { Select } from '../components/Select.tsx';
import { onReady } from '../lib/app-ready.ts';
import { chosenLanguage, onLanguage, setChosenLanguage } from '../lib/language.ts';
import { storageKeys, writeStored } from '../lib/storage.ts';
import styles from './Footer.module.css';

const options = Object.entries(languages).map(([value, label]) => ({ value, label }));

function choose(language: string): void {
  writeStored(storageKeys.language, language);
  setChosenLanguage(language);
}

/** Chooses the language for this device, even for visitors without an account. */
export function FooterLanguage() {
  const language = useSyncExternalStore(onLanguage, chosenLanguage, () => 'en');
  const field = useRef<HTMLSelectElement>(null);
  const rendered = useRef(language);
  useEffect(() => {
    // The user may have chosen before the app was loaded. Wait until earlier clicks are replayed.
    const value = field.current?.value;
    return value && value !== rendered.current ? onReady(() => choose(value)) : undefined;
  }, []);
  return (
    <Select
      ref={field}
      className={styles.language}
      aria-label={texts.label}
      // Otherwise, browsers may restore an earlier choice.
      autoComplete="off"
      options={options}
      value={language}
      onChoose={choose}
    />
  );
}
