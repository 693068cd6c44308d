import { useQuery } from '@tanstack/react-query';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { ListedModels } from './ListedModels.tsx';
import type { ListedModel } from '../vendors/queries.ts';
import { newModel, toVendorModel } from './model.ts';
import { modelList, useSaveModel, useSaveVendorModel, useSaveVendorModels } from './queries.ts';
import { modelTexts as texts } from './texts.ts';

/** Adds models from the vendor's server, either for this vendor only or also to the selector. */
export function ListedModelsDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const { data } = useQuery(modelList);
  const saveForVendor = useSaveVendorModel();
  const saveToSelector = useSaveModel();
  const saveAll = useSaveVendorModels();
  const isBusy = saveForVendor.isPending || saveToSelector.isPending || saveAll.isPending;
  const error = saveForVendor.error ?? saveToSelector.error ?? saveAll.error;
  const addAll = (models: readonly ListedModel[]) => {
    const missing = models.filter(({ id }) => !own.has(id));
    return (
      missing.length > 0 && (
        <Button
          look="outlined"
          size="small"
          disabled={isBusy}
          onClick={() => saveAll.mutate({ vendor: vendor.name, models: missing.map(toVendorModel) })}
        >
          {saveAll.isPending ? texts.listAddingAll : texts.listAddAll({ count: missing.length })}
        </Button>
      )
    );
  };
  const own = new Set(
    data?.vendor_models.filter((model) => model.vendor === vendor.name).map(({ model_id }) => model_id),
  );
  return (
    <ConsoleDialog title={texts.listTitle({ vendor: vendor.display_name })}>
      <ListedModels vendor={vendor.name} actions={addAll}>
        {(model) => (
          <>
            <Button
              look="outlined"
              size="small"
              disabled={isBusy || own.has(model.id)}
              aria-label={texts.listAddOf({ id: model.id })}
              onClick={() => saveForVendor.mutate({ vendor: vendor.name, ...toVendorModel(model) })}
            >
              {own.has(model.id) ? texts.listAdded : texts.listAdd}
            </Button>
            {!data?.models.some(({ model_id }) => model_id === model.id) && (
              <Button
                look="plain"
                size="small"
                disabled={isBusy}
                aria-label={texts.listAddToSelectorOf({ id: model.id })}
                onClick={() => {
                  const { order: _, ...added } = newModel(model.id, model.displayName);
                  saveToSelector.mutate(added);
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
