import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { TextField } from '../../../components/TextField.tsx';
import { Listing } from '../feedback/Listing.tsx';
import { type ListedModel, vendorQueries } from '../vendors/data/queries.ts';
import styles from './ProviderList.module.css';
import { providerListTexts as texts } from './texts.ts';

interface ProviderListProps {
  /** The vendor's name. */
  readonly vendor: string;
  /** Whether it is asked now. */
  readonly isOpen: boolean;
  /** What can be done with a model. Its row takes the focus when the button for it goes. */
  readonly children: (model: ListedModel) => ReactNode;
}

/** Some vendors list hundreds; a list to read through is no longer than this. */
const mostShown = 60;

/** What the vendor's own server lists now, found by search. */
export function ProviderList({ vendor, isOpen, children }: ProviderListProps) {
  const models = useQuery({ ...vendorQueries.models(vendor), enabled: isOpen });
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.trim().toLowerCase());
  return (
    <Listing query={models} loading={texts.loading}>
      {(listed) => {
        if (listed.length === 0) return <p className={styles.note}>{texts.none}</p>;
        const matching = listed.filter(({ id, displayName }) =>
          `${id}\n${displayName}`.toLowerCase().includes(sought),
        );
        const shown = matching.slice(0, mostShown);
        return (
          <>
            <TextField
              label={texts.search}
              name="search-models"
              type="search"
              autoComplete="off"
              value={search}
              data-autofocus
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {shown.length === 0 && <p className={styles.note}>{texts.noMatch}</p>}
            <ul className={styles.models}>
              {shown.map((model) => (
                <li key={model.id} className={styles.model} tabIndex={-1}>
                  <span className={styles.names}>
                    <span className={styles.name}>{model.displayName}</span>
                    <span className={styles.facts}>
                      {model.displayName !== model.id && <code>{model.id}</code>}
                      {model.contextLength !== undefined && <span>{texts.context(model.contextLength)}</span>}
                    </span>
                  </span>
                  <span className={styles.ways}>{children(model)}</span>
                </li>
              ))}
            </ul>
            <output className={styles.note}>
              {matching.length > shown.length
                ? texts.shown(shown.length, matching.length)
                : texts.count(matching.length)}
            </output>
          </>
        );
      }}
    </Listing>
  );
}
