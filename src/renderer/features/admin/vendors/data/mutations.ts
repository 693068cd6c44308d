import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { settingReplySchema } from '../../../../../shared/admin/settings.ts';
import type { AdminVendor } from '../../../../../shared/admin/vendors.ts';
import { invoke, sentenceOf } from '../../../../lib/invoke.ts';
import { showToast } from '../../../../lib/toast.ts';
import { vendorTexts as texts } from '../texts.ts';
import { invokeVendors } from './invoke-vendors.ts';
import { vendorQueries } from './queries.ts';

const listKey = vendorQueries.list().queryKey;

/** Shows a vendor as the service has just answered it, before the list is asked for again. */
function keep(client: QueryClient, vendor: AdminVendor): Promise<void> {
  client.setQueryData(listKey, (vendors) =>
    vendors?.map((known) => (known.id === vendor.id ? vendor : known)),
  );
  return client.invalidateQueries({ queryKey: listKey });
}

export interface VendorChanges {
  readonly vendor: string;
  readonly display_name?: string;
  readonly endpoint_url?: string;
  readonly config?: {
    readonly stream?: boolean;
    readonly default_model?: string | null;
    readonly fallback_models?: string[] | null;
    readonly image_model?: string | null;
  };
}

/** Changes what the form changed, and nothing else. Says so where the new address cost the key. */
export function useSaveVendor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: VendorChanges) => invokeVendors('save', changes),
    onSuccess: ({ vendor, key_cleared }) => {
      void keep(client, vendor);
      showToast(key_cleared ? texts.toasts.savedWithoutKey(vendor.display_name) : texts.toasts.saved);
    },
  });
}

/** The key goes to the service and is kept nowhere here: neither in the cache nor in the mutation once it is over. */
export function useSetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { readonly vendor: string; readonly key: string }) => invokeVendors('set-key', input),
    gcTime: 0,
    onSuccess: ({ vendor }) => {
      void keep(client, vendor);
      showToast(texts.toasts.keySet(vendor.display_name));
    },
  });
}

export function useClearKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendor: string) => invokeVendors('clear-key', { vendor }),
    onSuccess: ({ vendor }) => {
      void keep(client, vendor);
      showToast(texts.toasts.keyCleared(vendor.display_name));
    },
  });
}

/** [VENDOR-003, VENDOR-004] */
export function useActivate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendor: string) => invokeVendors('activate', { vendor }),
    onSuccess: ({ vendor }) => {
      client.setQueryData(listKey, (vendors) =>
        vendors?.map((known) => (known.id === vendor.id ? vendor : { ...known, is_active: false })),
      );
      void client.invalidateQueries({ queryKey: listKey });
      showToast(texts.toasts.activated(vendor.display_name));
    },
  });
}

/** Asks the vendor for one word; an answer of "no" is a result here, not an error. */
export function useTestConnection() {
  return useMutation({ mutationFn: (vendor: string) => invokeVendors('test', { vendor }) });
}

/** Seals all vendor keys under the newest encryption key; names those that nothing opens any more. */
export function useRotateKeys() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => invokeVendors('rotate', {}),
    onSuccess: ({ resealed, unchanged, failed }) => {
      showToast(failed.length > 0 ? texts.rotate.failed(failed) : texts.rotate.done(resealed, unchanged));
      return client.invalidateQueries({ queryKey: listKey });
    },
    onError: (error) => showToast({ ...texts.rotate.refused, message: sentenceOf(error) }),
  });
}

/** Changes the order of the stand-ins, shown at once and taken back when the service refuses. */
export function useReorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendors: readonly string[]) => invokeVendors('reorder', { vendors: [...vendors] }),
    onMutate: async (names) => {
      await client.cancelQueries({ queryKey: listKey });
      const before = client.getQueryData(listKey);
      client.setQueryData(listKey, (vendors) => vendors && inOrder(vendors, names));
      return { before };
    },
    onError: (error, _names, context) => {
      client.setQueryData(listKey, context?.before);
      showToast({ ...texts.toasts.reorderFailed, message: sentenceOf(error) });
    },
    onSuccess: ({ vendors }) => client.setQueryData(listKey, vendors),
  });
}

function inOrder(vendors: readonly AdminVendor[], names: readonly string[]): AdminVendor[] {
  return vendors
    .map((vendor) => ({ ...vendor, priority_order: names.indexOf(vendor.name) + 1 }))
    .toSorted((a, b) => a.priority_order - b.priority_order || a.name.localeCompare(b.name));
}

/** Switches the stand-in on or off, shown at once and taken back when the service refuses. */
export function useSwitchFailover() {
  const client = useQueryClient();
  const { queryKey } = vendorQueries.failover();
  return useMutation({
    mutationFn: (value: boolean) =>
      invoke('admin/settings/save', { key: 'failover', value }, settingReplySchema),
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, value);
      return { before: !value };
    },
    onError: (error, _value, context) => {
      client.setQueryData(queryKey, context?.before);
      showToast({ ...texts.toasts.failoverFailed, message: sentenceOf(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
