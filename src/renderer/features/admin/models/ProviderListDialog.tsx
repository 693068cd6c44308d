import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { ConsoleDialog } from '../dialog/ConsoleDialog.tsx';
import { Listing } from '../feedback/Listing.tsx';
import { vendorQueries } from '../vendors/data/queries.ts';
import { useSaveModel, useSaveVendorModel } from './data.ts';
import { newModel } from './model.ts';
import styles from './ModelsPage.module.css';
import { modelTexts as texts } from './texts.ts';

interface ProviderListDialogProps {
  readonly vendor: AdminVendor;
  /** Identifiers that the vendor has here already. */
  readonly offered: ReadonlySet<string>;
  readonly curated: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** Some vendors list hundreds; a list to read through is no longer than this. */
const mostShown = 60;

/** What the vendor's own server lists, to be taken over: for this vendor, or into the selector as well. */
export function ProviderListDialog({
  vendor,
  offered,
  curated,
  isOpen,
  onClose,
  onGone,
}: ProviderListDialogProps) {
  const models = useQuery({ ...vendorQueries.models(vendor.name), enabled: isOpen });
  const add = useSaveVendorModel();
  const curate = useSaveModel();
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.trim().toLowerCase());
  const isBusy = add.isPending || curate.isPending;
  return (
    <ConsoleDialog
      title={texts.listTitle(vendor.display_name)}
      isOpen={isOpen}
      onClose={onClose}
      onGone={onGone}
    >
      <TextField
        label={texts.listSearch}
        name="search-provider-models"
        type="search"
        autoComplete="off"
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Listing query={models} loading={texts.listLoading}>
        {(listed) => {
          const matching = listed.filter(({ id, displayName }) =>
            `${id}\n${displayName}`.toLowerCase().includes(sought),
          );
          const shown = matching.slice(0, mostShown);
          return (
            <>
              {shown.length === 0 && (
                <p className={styles.note}>{listed.length === 0 ? texts.listNone : texts.listNoMatch}</p>
              )}
              <ul className={styles.listed}>
                {shown.map(({ id, displayName, contextLength }) => (
                  <li key={id} className={styles.model}>
                    <span className={styles.names}>
                      <span className={styles.name}>{displayName}</span>
                      {displayName !== id && <code className={styles.id}>{id}</code>}
                    </span>
                    <span className={styles.ways}>
                      <Button
                        look="outlined"
                        size="small"
                        disabled={isBusy || offered.has(id)}
                        aria-label={texts.listAddOf(id)}
                        onClick={() =>
                          add.mutate({
                            vendor: vendor.name,
                            model_id: id,
                            display_name: displayName,
                            ...(contextLength !== undefined && {
                              config: { context_length: contextLength },
                            }),
                          })
                        }
                      >
                        {offered.has(id) ? texts.listAdded : texts.listAdd}
                      </Button>
                      {!curated.has(id) && (
                        <Button
                          look="plain"
                          size="small"
                          disabled={isBusy}
                          aria-label={texts.listCurateOf(id)}
                          onClick={() => {
                            const { order: _, ...model } = newModel(id, displayName);
                            curate.mutate(model);
                          }}
                        >
                          {texts.listCurate}
                        </Button>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
              {matching.length > shown.length && (
                <output className={styles.note}>{texts.listShown(shown.length, matching.length)}</output>
              )}
            </>
          );
        }}
      </Listing>
    </ConsoleDialog>
  );
}
