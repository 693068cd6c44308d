import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { useSaveVendor } from './data/mutations.ts';
import { vendorQueries } from './data/queries.ts';
import { vendorTexts } from './texts.ts';
import { defaultModelOf } from './vendor.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';
import styles from './VendorDialogs.module.css';

const texts = vendorTexts.modelsDialog;

/** Some vendors list hundreds; a list to read through is no longer than this. */
const mostShown = 60;

/** What the vendor's own server lists now: how one sees that a local server has its models. */
export function ModelsDialog({ vendor, isOpen, onClose, onGone }: VendorDialogProps) {
  const models = useQuery({ ...vendorQueries.models(vendor.name), enabled: isOpen });
  const save = useSaveVendor();
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.trim().toLowerCase());
  const matching = (models.data ?? []).filter(({ id, displayName }) =>
    `${id}\n${displayName}`.toLowerCase().includes(sought),
  );
  const shown = matching.slice(0, mostShown);
  const defaultModel = defaultModelOf(vendor);
  const makeDefault = (id: string, row: HTMLElement | null) => {
    if (save.isPending) return;
    const changes = { vendor: vendor.name, config: { default_model: id } };
    // The button goes; the keyboard stays in its row.
    save.mutate(changes, { onSuccess: () => row?.focus() });
  };
  return (
    <ConsoleDialog title={texts.title(vendor.display_name)} isOpen={isOpen} onClose={onClose} onGone={onGone}>
      {models.isFetching && !models.data && <output className={styles.text}>{texts.loading}</output>}
      {models.error && !models.isFetching && <DialogError>{sentenceOf(models.error)}</DialogError>}
      {models.data?.length === 0 && <p className={styles.text}>{texts.none}</p>}
      {models.data && models.data.length > 0 && (
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
          {shown.length === 0 && <p className={styles.text}>{texts.noMatch}</p>}
          <ul className={styles.models}>
            {shown.map(({ id, displayName, contextLength }) => (
              <li key={id} className={styles.model} tabIndex={-1}>
                <span className={styles.modelNames}>
                  <span className={styles.modelName}>{displayName}</span>
                  <span className={styles.modelFacts}>
                    {displayName !== id && <code>{id}</code>}
                    {contextLength !== undefined && <span>{texts.context(contextLength)}</span>}
                  </span>
                </span>
                {id === defaultModel ? (
                  <span className={styles.default}>{texts.isDefault}</span>
                ) : (
                  <Button
                    look="outlined"
                    size="small"
                    aria-label={texts.makeDefaultOf(id)}
                    onClick={({ currentTarget }) => makeDefault(id, currentTarget.closest('li'))}
                  >
                    {texts.makeDefault}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <output className={styles.count}>
            {matching.length > shown.length
              ? texts.shown(shown.length, matching.length)
              : texts.count(matching.length)}
          </output>
          {save.error && <DialogError>{sentenceOf(save.error)}</DialogError>}
        </>
      )}
      <DialogActions>
        {models.error && (
          <Button look="outlined" disabled={models.isFetching} onClick={() => void models.refetch()}>
            {vendorTexts.actions.retry}
          </Button>
        )}
        <Button look="plain" onClick={onClose}>
          {vendorTexts.actions.close}
        </Button>
      </DialogActions>
    </ConsoleDialog>
  );
}
