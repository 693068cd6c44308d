import { useMemo, useState } from 'react';
import { useEnterKey } from '../../../lib/enter-key.ts';
import { shortcutTexts as texts } from '../texts.ts';
import { findShortcuts, shortcutGroups } from './shortcut-groups.ts';
import styles from './ShortcutList.module.css';

export function ShortcutList() {
  const [query, setQuery] = useState('');
  const enter = useEnterKey();
  const all = useMemo(() => shortcutGroups(navigator.userAgent.includes('Mac'), enter), [enter]);
  const groups = findShortcuts(all, query);
  return (
    <div className={styles.shortcuts}>
      <input
        type="search"
        className={styles.search}
        aria-label={texts.search}
        placeholder={texts.search}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {groups.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl>
            {lines.map(({ label, ways }) => (
              <div key={label} className={styles.line}>
                <dt>{label}</dt>
                {ways.map((keys) => (
                  <dd key={keys.join(' ')}>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
      ))}
      <output className={styles.none}>{groups.length === 0 && texts.none}</output>
    </div>
  );
}
