import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadModule } from '../../../lib/load-module.ts';
import styles from './DocsSearch.module.css';
import { docsTexts as texts } from './documents.ts';
import type { searchDocuments } from './search-documents.ts';

/** Searches in the browser. The index loads when the field is first used. */
export function DocsSearch() {
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<{ readonly run: typeof searchDocuments } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const term = useDeferredValue(query.trim());
  const load = async () => {
    if (search) return;
    try {
      const { searchDocuments: run } = await loadModule(() => import('./search-documents.ts'));
      setSearch({ run });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const readField = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    setQuery(typed);
    if (document.activeElement === field.current || typed !== '') void load();
  });
  // The field may have been used before the app had loaded.
  useEffect(() => readField(), []);
  const hits = search && term !== '' ? search.run(term) : null;
  return (
    <search className={styles.search}>
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={texts.search}
        placeholder={texts.search}
        value={query}
        onFocus={() => void load()}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          void load();
        }}
      />
      <output className={styles.count}>
        {isFailed && term !== '' ? texts.searchFailed : null}
        {hits && (hits.length === 0 ? texts.noResults : texts.results(hits.length))}
      </output>
      {hits && hits.length > 0 && (
        <ul className={styles.hits}>
          {hits.map(({ address, page, title, excerpt }) => (
            <li key={address}>
              <Link to={address} onClick={() => setQuery('')}>
                <strong>{title || page}</strong>
                {title && <span>{page}</span>}
                <small>{excerpt}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
