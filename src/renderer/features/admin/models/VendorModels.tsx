import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VendorModel } from '../../../../shared/admin/models.ts';
import { Button } from '../../../components/Button.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { useDialog } from '../dialog/use-dialog.ts';
import { Nothing } from '../feedback/Listing.tsx';
import { shortCount } from '../format.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { vendorQueries } from '../vendors/data/queries.ts';
import { isBuiltIn } from '../vendors/vendor.ts';
import { useSaveVendorModel } from './data.ts';
import { numberIn, priceText } from './model.ts';
import styles from './ModelsPage.module.css';
import { ProviderListDialog } from './ProviderListDialog.tsx';
import { modelTexts as texts } from './texts.ts';
import { RemoveVendorModelDialog, VendorModelDialog } from './VendorModelDialog.tsx';

interface VendorModelsProps {
  readonly offered: readonly VendorModel[];
  /** Identifiers that are in the selector. */
  readonly curated: ReadonlySet<string>;
}

/** What each vendor has: availability, context, price; and the vendor's own list to add from [ADMIN-013]. */
export function VendorModels({ offered, curated }: VendorModelsProps) {
  const { data: vendors = [] } = useQuery(vendorQueries.list());
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSaveVendorModel();
  const editing = useDialog<VendorModel>();
  const removing = useDialog<VendorModel>();
  const listing = useDialog<string>();
  const choosable = vendors.filter((vendor) => !isBuiltIn(vendor));
  const vendor =
    choosable.find(({ name }) => name === chosen) ??
    choosable.find(({ is_active }) => is_active) ??
    choosable[0];
  if (!vendor) return null;
  const rows = offered.filter((model) => model.vendor === vendor.name);
  const price = (model: VendorModel, field: string) => {
    const value = numberIn(model, field);
    return value === null ? texts.unknown : priceText(value);
  };
  const columns: readonly Column<VendorModel>[] = [
    {
      id: 'model',
      header: texts.columns.model,
      cell: ({ display_name, model_id }) => (
        <span className={styles.names}>
          <span className={styles.name}>{display_name}</span>
          {display_name !== model_id && <code className={styles.id}>{model_id}</code>}
        </span>
      ),
    },
    {
      id: 'available',
      header: texts.columns.available,
      cell: (model) => (
        <Switch
          aria-label={texts.available(model.display_name)}
          checked={model.is_available}
          disabled={save.isPending}
          onChange={(event) =>
            save.mutate({
              vendor: model.vendor,
              model_id: model.model_id,
              display_name: model.display_name,
              is_available: event.currentTarget.checked,
            })
          }
        />
      ),
    },
    {
      id: 'context',
      header: texts.columns.context,
      isNumber: true,
      cell: (model) => {
        const length = numberIn(model, 'context_length');
        return length === null ? texts.unknown : shortCount(length);
      },
    },
    {
      id: 'input',
      header: texts.columns.input,
      isNumber: true,
      cell: (model) => price(model, 'cost_per_1k_input'),
    },
    {
      id: 'output',
      header: texts.columns.output,
      isNumber: true,
      cell: (model) => price(model, 'cost_per_1k_output'),
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (model) => (
        <>
          <Button
            look="outlined"
            size="small"
            aria-label={texts.of(texts.edit, model.display_name)}
            onClick={() => editing.open(model)}
          >
            {texts.edit}
          </Button>{' '}
          <Button
            look="plain"
            size="small"
            aria-label={texts.of(texts.remove, model.display_name)}
            onClick={() => removing.open(model)}
          >
            {texts.remove}
          </Button>
        </>
      ),
    },
  ];
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.title}>{texts.offered}</h2>
        <p className={styles.note}>{texts.offeredNote}</p>
      </div>
      <Toolbar
        actions={
          <Button look="outlined" onClick={() => listing.open(vendor.name)}>
            {texts.addFrom}
          </Button>
        }
      >
        <SelectField
          label={texts.vendor}
          name="vendor"
          options={choosable.map(({ name, display_name }) => ({ value: name, label: display_name }))}
          value={vendor.name}
          onChoose={setChosen}
        />
      </Toolbar>
      {rows.length === 0 ? (
        <Nothing title={texts.offeredNone} text={texts.offeredNoneHint} />
      ) : (
        <DataTable
          caption={texts.offeredCaption(vendor.display_name)}
          columns={columns}
          rows={rows}
          keyOf={({ model_id }) => model_id}
        />
      )}
      {editing.opened && (
        <VendorModelDialog
          key={editing.opened.opening}
          model={editing.opened.subject}
          isOpen={editing.opened.isOpen}
          onClose={editing.close}
          onGone={editing.gone}
        />
      )}
      {removing.opened && (
        <RemoveVendorModelDialog
          key={removing.opened.opening}
          model={removing.opened.subject}
          isOpen={removing.opened.isOpen}
          onClose={removing.close}
          onGone={removing.gone}
        />
      )}
      {listing.opened && (
        <ProviderListDialog
          key={listing.opened.opening}
          vendor={vendor}
          offered={new Set(rows.map(({ model_id }) => model_id))}
          curated={curated}
          isOpen={listing.opened.isOpen}
          onClose={listing.close}
          onGone={listing.gone}
        />
      )}
    </section>
  );
}
