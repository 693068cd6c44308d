import { useMemo, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import styles from './Computer.module.css';
import { computerTexts as texts } from './texts.ts';
import { locale } from '../../lib/locale.ts';

const none = 'none';

interface SpellingFieldProps {
  readonly offered: readonly string[];
  readonly languages: readonly string[];
  readonly onChange: (languages: string[]) => void;
}

/** Hidden if the operating system chooses the languages. */
export function SpellingField({ offered, languages, onChange }: SpellingFieldProps) {
  const names = useMemo(() => namesOf(offered), [offered]);
  const heading = useRef<HTMLHeadingElement>(null);
  if (offered.length === 0) return null;
  const remove = (removed: string) => {
    // Move the focus, because the focused button disappears with its row.
    heading.current?.focus();
    onChange(languages.filter((tag) => tag !== removed));
  };
  const nameOf = (tag: string) => names.get(tag) ?? tag;
  const others = [...names.keys()].filter((tag) => !languages.includes(tag));
  return (
    <div className={styles.group}>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
          {texts.spelling}
        </h3>
        <p>{texts.spellingNote}</p>
      </div>
      {languages.length === 0 ? (
        <p className={styles.detail}>{texts.noSpelling}</p>
      ) : (
        <ul className={styles.list} aria-label={texts.spelling}>
          {languages.map((tag) => (
            <li key={tag} className={styles.item}>
              <span className={styles.name}>{nameOf(tag)}</span>
              <Button
                look="plain"
                size="small"
                aria-label={texts.removeLanguage({ name: nameOf(tag) })}
                onClick={() => remove(tag)}
              >
                {texts.removeKeys}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.form}>
        <SelectField
          label={texts.addLanguage}
          name="language"
          value={none}
          options={[
            { value: none, label: texts.chooseLanguage },
            ...others.map((tag) => ({ value: tag, label: nameOf(tag) })),
          ]}
          onChoose={(tag) => tag !== none && onChange([...languages, tag])}
        />
      </div>
    </div>
  );
}

/** Maps language tags to names, sorted by name. */
function namesOf(tags: readonly string[]): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames([locale()], { type: 'language' });
  const languages = tags.map((tag) => [tag, display.of(tag) ?? tag] as const);
  return new Map(languages.toSorted(([, one], [, other]) => one.localeCompare(other, locale())));
}
