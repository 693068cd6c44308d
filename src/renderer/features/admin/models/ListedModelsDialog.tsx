import { useQuery } from '@tanstack/react-query';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { ListedModels } from './ListedModels.tsx';
import { newModel } from './model.ts';
import { modelList, useSaveModel, useSaveVendorModel } from './queries.ts';
import { modelTexts as texts } from './texts.ts';

/** Adds models that the vendor's server lists: for this vendor, or to the selector as well. */
export function ListedModelsDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const { data } = useQuery(modelList);
  const saveForVendor = useSaveVendorModel();
  const saveToSelector = useSaveModel();
  const isBusy = saveForVendor.isPending || saveToSelector.isPending;
  const error = saveForVendor.error ?? saveToSelector.error;
  const hasModel = (id: string) =>
    data?.vendor_models.some((model) => model.vendor === vendor.name && model.model_id === id) ?? false;
  return (
    <ConsoleDialog title={texts.listTitle({ vendor: vendor.display_name })}>
      <ListedModels vendor={vendor.name}>
        {({ id, displayName, contextLength }) => (
          <>
            <Button
              look="outlined"
              size="small"
              disabled={isBusy || hasModel(id)}
              aria-label={texts.listAddOf({ id })}
              onClick={() =>
                saveForVendor.mutate({
                  vendor: vendor.name,
                  model_id: id,
                  display_name: displayName,
                  ...(contextLength !== undefined && { config: { context_length: contextLength } }),
                })
              }
            >
              {hasModel(id) ? texts.listAdded : texts.listAdd}
            </Button>
            {!data?.models.some(({ model_id }) => model_id === id) && (
              <Button
                look="plain"
                size="small"
                disabled={isBusy}
                aria-label={texts.listAddToSelectorOf({ id })}
                onClick={() => {
                  const { order: _, ...model } = newModel(id, displayName);
                  saveToSelector.mutate(model);
                }}
              >
                {texts.listAddToSelector}
              </Button>
            )}
          </>
        )}
      </ListedModels>
      {error && <DialogError>{failureMessage(error)}</DialogError>}
    </ConsoleDialog>
  );
}
