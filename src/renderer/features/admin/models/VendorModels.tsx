import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { VendorModel } from '../../../../shared/admin/models.ts';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { EmptyState } from '../feedback/QueryView.tsx';
import { formatShortCount } from '../format.ts';
import { Section } from '../shell/ConsoleScreen.tsx';
import { type TableColumn, DataTable } from '../table/DataTable.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { adminTexts } from '../texts.ts';
import { isBuiltIn } from '../vendors/vendor.ts';
import { AccessBadge } from './AccessBadge.tsx';
import { ListedModelsDialog } from './ListedModelsDialog.tsx';
import { configNumber, priceText } from './model.ts';
import { ModelButtons } from './ModelButtons.tsx';
import styles from './ModelsPage.module.css';
import type { PlanAccess } from './plan-access.ts';
import { useSwitchVendorModel } from './queries.ts';
import { modelTexts as texts } from './texts.ts';
import { vendorParam } from './vendor-models-path.ts';
import { NamedModelDialog, RemoveVendorModelDialog, VendorModelDialog } from './VendorModelDialog.tsx';

const sectionId = 'vendor-models';

interface VendorModelsProps {
  readonly models: readonly VendorModel[];
  readonly vendors: readonly AdminVendor[];
  readonly access: PlanAccess | null;
}

/** The page scrolls here if its URL names a vendor. */
export function VendorModels({ models, vendors: all, access }: VendorModelsProps) {
  const [query] = useSearchParams();
  const requested = query.get(vendorParam);
  const [chosen, setChosen] = useState(requested);
  const { mutate, isPending } = useSwitchVendorModel();
  const openDialog = useOpenDialog();
  const vendors = all.filter((vendor) => !isBuiltIn(vendor));
  const vendor =
    vendors.find(({ name }) => name === chosen) ?? vendors.find(({ is_active }) => is_active) ?? vendors[0];
  const isRequested = vendor !== undefined && vendor.name === requested;
  useEffect(() => {
    if (isRequested) document.getElementById(sectionId)?.scrollIntoView();
  }, [isRequested]);
  if (!vendor) return null;
  const rows = models.filter((model) => model.vendor === vendor.name);
  const shownAccess = access?.source === 'vendor' && access.vendor.id === vendor.id ? access : null;
  const number = (
    id: string,
    header: string,
    field: string,
    format: (value: number) => string,
  ): TableColumn<VendorModel> => ({
    id,
    header,
    isNumber: true,
    cell: (model) => {
      const value = configNumber(model, field);
      return value === null ? adminTexts.none : format(value);
    },
  });
  const columns: readonly TableColumn<VendorModel>[] = [
    {
      id: 'model',
      header: texts.columns.model,
      cell: ({ display_name, model_id, is_available }) => (
        <span className={styles.names}>
          <span className={styles.name}>
            {display_name}
            {shownAccess && is_available && (
              <AccessBadge access={shownAccess} list="vendor" modelId={model_id} />
            )}
          </span>
          {display_name !== model_id && <code>{model_id}</code>}
        </span>
      ),
    },
    {
      id: 'available',
      header: texts.isAvailable,
      cell: ({ vendor: name, model_id, display_name, is_available }) => (
        <Switch
          aria-label={texts.available({ name: display_name })}
          checked={is_available}
          disabled={isPending}
          onChange={(event) =>
            mutate({ vendor: name, model_id, display_name, is_available: event.currentTarget.checked })
          }
        />
      ),
    },
    number('context', texts.columns.context, 'context_length', formatShortCount),
    number('input', texts.columns.input, 'cost_per_1k_input', priceText),
    number('output', texts.columns.output, 'cost_per_1k_output', priceText),
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (model) => (
        <ModelButtons
          name={model.display_name}
          onEdit={() => openDialog(<VendorModelDialog model={model} />)}
          onRemove={() => openDialog(<RemoveVendorModelDialog model={model} />)}
        />
      ),
    },
  ];
  return (
    <Section id={sectionId} title={texts.vendorModels} note={texts.vendorModelsNote}>
      <Toolbar
        actions={
          <>
            <Button look="outlined" onClick={() => openDialog(<ListedModelsDialog vendor={vendor} />)}>
              {texts.addFromVendor}
            </Button>
            <Button look="outlined" onClick={() => openDialog(<NamedModelDialog vendor={vendor} />)}>
              {texts.addByName}
            </Button>
          </>
        }
      >
        <SelectField
          label={texts.vendor}
          isLabelHidden
          name="vendor"
          options={vendors.map(({ name, display_name }) => ({ value: name, label: display_name }))}
          value={vendor.name}
          onChoose={setChosen}
        />
      </Toolbar>
      {rows.length === 0 ? (
        <EmptyState {...texts.noVendorModels} />
      ) : (
        <DataTable
          caption={texts.vendorModelsCaption({ vendor: vendor.display_name })}
          columns={columns}
          rows={rows}
          keyOf={({ model_id }) => model_id}
        />
      )}
    </Section>
  );
}
