import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { TextField } from '../../../components/TextField.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { type ListedModel, vendorQueries } from '../vendors/queries.ts';
import styles from './ModelsPage.module.css';
import { listedModelsTexts as texts } from './texts.ts';

interface ListedModelsProps {
  readonly vendor: string;
  /** The buttons for a model. If a button disappears, the model's row gets the focus. */
  readonly children: (model: ListedModel) => ReactNode;
  /** Buttons for all models that match the search. */
  readonly actions?: (models: readonly ListedModel[]) => ReactNode;
}

/** Some vendors list hundreds of models, so only this many are rendered. */
const limit = 60;

export function ListedModels({ vendor, children, actions }: ListedModelsProps) {
  const models = useQuery(vendorQueries.listedModels(vendor));
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search.trim().toLowerCase());
  return (
    <QueryView query={models} loading={texts.loading}>
      {(list) => {
        if (list.length === 0) return <p className={styles.note}>{texts.none}</p>;
        const matching = list.filter(({ id, displayName }) =>
          `${id}\n${displayName}`.toLowerCase().includes(term),
        );
        const shown = matching.slice(0, limit);
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
            <ul className={styles.listed}>
              {shown.map((model) => (
                <li key={model.id} className={styles.model} tabIndex={-1}>
                  <span className={styles.names}>
                    <span className={styles.name}>{model.displayName}</span>
                    <span className={styles.facts}>
                      {model.displayName !== model.id && <code>{model.id}</code>}
                      {model.contextLength !== undefined && (
                        <span>{texts.context({ thousands: Math.round(model.contextLength / 1000) })}</span>
                      )}
                    </span>
                  </span>
                  <span className={styles.actions}>{children(model)}</span>
                </li>
              ))}
            </ul>
            <div className={styles.foot}>
              <output className={styles.note}>
                {matching.length > shown.length
                  ? texts.shown({ shown: shown.length, all: matching.length })
                  : texts.count({ count: matching.length })}
              </output>
              {actions?.(matching)}
            </div>
          </>
        );
      }}
    </QueryView>
  );
}
