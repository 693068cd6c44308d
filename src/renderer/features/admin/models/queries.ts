import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type CuratedModel,
  modelReplySchemas,
  maxAddedModels,
  type modelRequestSchemas,
  type VendorModel,
} from '../../../../shared/admin/models.ts';
import { failureMessage } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { defineActions } from '../service/define-actions.ts';
import { modelTexts as texts } from './texts.ts';

type Requests = typeof modelRequestSchemas;
type Input<Action extends keyof Requests> = z.input<Requests[Action]>;

const callModels = defineActions<Requests, typeof modelReplySchemas>('models', modelReplySchemas);

interface Models {
  readonly models: readonly CuratedModel[];
  readonly vendor_models: readonly VendorModel[];
}

export const modelList = queryOptions({
  queryKey: ['admin', 'models'],
  queryFn: async (): Promise<Models> => callModels('list', {}),
});

/** Updates the cache with the service's response, without another request. */
const update = (client: QueryClient, changes: Partial<Models>) =>
  client.setQueryData(modelList.queryKey, (models) => models && { ...models, ...changes });

const showFailure = (error: Error) =>
  showToast({ title: texts.failed, message: failureMessage(error), variant: 'destructive' });

/** Returns a mutation whose response contains the changed lists. */
function useModelChange<Model extends { readonly display_name: string }>(
  mutationFn: (model: Model) => Promise<Partial<Models>>,
  done: (values: { name: string }) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (models, { display_name }) => {
      update(client, models);
      showToast({ title: done({ name: display_name }), variant: 'success' });
    },
  });
}

export const useSaveModel = () =>
  useModelChange((model: Input<'save'>) => callModels('save', model), texts.saved);

export const useDeleteModel = () =>
  useModelChange(({ model_id }: CuratedModel) => callModels('delete', { model_id }), texts.removed);

export const useSaveVendorModel = () =>
  useModelChange((model: Input<'save-vendor-model'>) => callModels('save-vendor-model', model), texts.saved);

/** Sends several requests, because the service limits the number of models per request. */
export function useSaveVendorModels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ vendor, models }: Input<'save-vendor-models'>) => {
      for (let from = 0; from < models.length; from += maxAddedModels) {
        const part = models.slice(from, from + maxAddedModels);
        update(client, await callModels('save-vendor-models', { vendor, models: part }));
      }
    },
    onSuccess: (_, { models }) =>
      showToast({ title: texts.savedAll({ count: models.length }), variant: 'success' }),
  });
}

export const useDeleteVendorModel = () =>
  useModelChange(
    ({ vendor, model_id }: VendorModel) => callModels('delete-vendor-model', { vendor, model_id }),
    texts.removed,
  );

/** Updates the order before the service confirms it. */
export function useOrderModels() {
  const client = useQueryClient();
  const { queryKey } = modelList;
  return useMutation({
    mutationFn: (ids: readonly string[]) => callModels('order', { model_ids: [...ids] }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const position = (model: CuratedModel) => ids.indexOf(model.model_id);
      if (before) update(client, { models: before.models.toSorted((a, b) => position(a) - position(b)) });
      return { before };
    },
    onError: (error, _ids, context) => {
      client.setQueryData(queryKey, context?.before);
      showFailure(error);
      // Another administrator may have added a model.
      void client.invalidateQueries({ queryKey });
    },
    onSuccess: (models) => void update(client, models),
  });
}

/** Shows a failure in a toast, because there is no dialog. */
export function useSwitchVendorModel() {
  const { mutate, isPending } = useSaveVendorModel();
  return {
    isPending,
    mutate: (model: Input<'save-vendor-model'>) => mutate(model, { onError: showFailure }),
  };
}
