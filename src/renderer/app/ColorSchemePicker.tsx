import { useId, useSyncExternalStore } from 'react';
import { colorSchemes, getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import styles from './ColorSchemePicker.module.css';
import { footerTexts as texts } from './texts.ts';

/** Light, dark, or as the system says. */
export function ColorSchemePicker() {
  const chosen = useSyncExternalStore(onColorScheme, getColorScheme);
  const name = useId();
  return (
    <fieldset className={styles.picker}>
      <legend className="visually-hidden">{texts.scheme}</legend>
      {colorSchemes.map((scheme) => (
        <label key={scheme} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={scheme === chosen}
            onChange={() => setColorScheme(scheme)}
          />
          {texts.schemes[scheme]}
        </label>
      ))}
    </fieldset>
  );
}
