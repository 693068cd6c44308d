import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type CuratedModel,
  modelReplySchemas,
  type modelRequestSchemas,
  type VendorModel,
} from '../../../../shared/admin/models.ts';
import { sentenceOf } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { defineActs } from '../data/define-acts.ts';
import { modelTexts as texts } from './texts.ts';

const actOnModels = defineActs<typeof modelRequestSchemas, typeof modelReplySchemas>(
  'models',
  modelReplySchemas,
);

const listKey = ['admin', 'models'] as const;

interface Models {
  readonly models: readonly CuratedModel[];
  readonly vendor_models: readonly VendorModel[];
}

export const modelQueries = {
  list: () =>
    queryOptions({ queryKey: listKey, queryFn: async (): Promise<Models> => actOnModels('list', {}) }),
};

/** Shows what the service has just answered, before anything is asked again. */
const keep = (client: QueryClient, changed: Partial<Models>) =>
  client.setQueryData(modelQueries.list().queryKey, (models) => models && { ...models, ...changed });

const failed = (error: Error) =>
  showToast({ title: texts.failed, message: sentenceOf(error), variant: 'destructive' });

type Input<Action extends keyof typeof modelRequestSchemas> = z.input<(typeof modelRequestSchemas)[Action]>;

/** Makes or changes a model of the selector. */
export function useSaveModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: Input<'save'>) => actOnModels('save', model),
    onSuccess: (models, { display_name }) => {
      keep(client, models);
      showToast({ title: texts.saved(display_name), variant: 'success' });
    },
  });
}

/** Takes a model out of the selector. */
export function useDeleteModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ model_id }: CuratedModel) => actOnModels('delete', { model_id }),
    onSuccess: (models, { display_name }) => {
      keep(client, models);
      showToast({ title: texts.deleted(display_name), variant: 'success' });
    },
  });
}

/** Changes the order of the selector, shown at once and taken back when the service refuses. */
export function useOrderModels() {
  const client = useQueryClient();
  const { queryKey } = modelQueries.list();
  return useMutation({
    mutationFn: (ids: readonly string[]) => actOnModels('order', { model_ids: [...ids] }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const at = (model: CuratedModel) => ids.indexOf(model.model_id);
      if (before) keep(client, { models: before.models.toSorted((a, b) => at(a) - at(b)) });
      return { before };
    },
    onError: (error, _ids, context) => {
      client.setQueryData(queryKey, context?.before);
      failed(error);
      // Somebody else may have added one meanwhile.
      void client.invalidateQueries({ queryKey });
    },
    onSuccess: (models) => void keep(client, models),
  });
}

/** Makes or changes what a vendor has. */
export function useSaveVendorModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: Input<'save-vendor-model'>) => actOnModels('save-vendor-model', model),
    onSuccess: (models, { display_name }) => {
      keep(client, models);
      showToast({ title: texts.saved(display_name), variant: 'success' });
    },
    onError: failed,
  });
}

/** Takes a model out of what a vendor has. */
export function useDeleteVendorModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ vendor, model_id }: VendorModel) =>
      actOnModels('delete-vendor-model', { vendor, model_id }),
    onSuccess: (models, { display_name }) => {
      keep(client, models);
      showToast({ title: texts.deleted(display_name), variant: 'success' });
    },
  });
}
