import { useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { ListedModels } from '../models/ListedModels.tsx';
import { useSaveVendor } from './mutations.ts';
import { vendorTexts } from './texts.ts';
import { defaultModelOf } from './vendor.ts';

const texts = vendorTexts.modelsDialog;

/** Any of the listed models can become the default. */
export function ModelsDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const save = useSaveVendor();
  const [defaultModel, setDefaultModel] = useState(defaultModelOf(vendor));
  const makeDefault = (id: string, row: HTMLElement | null) => {
    if (save.isPending) return;
    const onSuccess = () => {
      setDefaultModel(id);
      // The button disappears, so its row gets the focus.
      row?.focus();
    };
    save.mutate({ vendor: vendor.name, config: { default_model: id } }, { onSuccess });
  };
  return (
    <ConsoleDialog title={texts.title({ name: vendor.display_name })}>
      <ListedModels vendor={vendor.name}>
        {({ id }) =>
          id === defaultModel ? (
            <Badge tone="good">{texts.isDefault}</Badge>
          ) : (
            <Button
              look="outlined"
              size="small"
              aria-label={texts.makeDefaultOf({ id })}
              onClick={({ currentTarget }) => makeDefault(id, currentTarget.closest('li'))}
            >
              {texts.makeDefault}
            </Button>
          )
        }
      </ListedModels>
      {save.error && <DialogError>{failureMessage(save.error)}</DialogError>}
    </ConsoleDialog>
  );
}
