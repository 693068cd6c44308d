import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { settingReplySchema } from '../../../../shared/admin/settings.ts';
import type { AdminVendor, vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { invoke, failureMessage } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { callVendors, vendorQueries } from './queries.ts';
import { vendorTexts as texts } from './texts.ts';

const listKey = vendorQueries.list().queryKey;

function updateList(client: QueryClient, update: (vendor: AdminVendor) => AdminVendor): void {
  client.setQueryData(listKey, (vendors) => vendors?.map(update));
  void client.invalidateQueries({ queryKey: listKey });
}

const replace = (client: QueryClient, changed: AdminVendor) =>
  updateList(client, (vendor) => (vendor.id === changed.id ? changed : vendor));

export type NewVendor = z.input<(typeof vendorRequestSchemas)['add']>;

/** `gcTime: 0` removes the key from the mutation cache right after it was sent. */
export function useAddVendor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendor: NewVendor) => callVendors('add', vendor),
    gcTime: 0,
    onSuccess: ({ vendor }) => {
      client.setQueryData(listKey, (vendors) => vendors && [...vendors, vendor]);
      void client.invalidateQueries({ queryKey: listKey });
      showToast(texts.toasts.added({ name: vendor.display_name }));
    },
  });
}

export function useEnable() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { readonly vendor: string; readonly is_enabled: boolean }) =>
      callVendors('enable', input),
    onSuccess: ({ vendor }) => {
      replace(client, vendor);
      const { enabled, disabled } = texts.toasts;
      showToast((vendor.is_enabled ? enabled : disabled)({ name: vendor.display_name }));
    },
    onError: (error) => showToast({ ...texts.toasts.enableFailed, message: failureMessage(error) }),
  });
}

export function useRemoveVendor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name }: AdminVendor) => callVendors('remove', { vendor: name }),
    onSuccess: ({ vendors }, { display_name }) => {
      client.setQueryData(listKey, vendors);
      showToast(texts.toasts.removed({ name: display_name }));
    },
  });
}

/** `gcTime: 0` removes the header values, which are secrets, from the mutation cache right after they were sent. */
export function useSetHeaders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: z.input<(typeof vendorRequestSchemas)['set-headers']>) =>
      callVendors('set-headers', input),
    gcTime: 0,
    onSuccess: ({ vendor }) => {
      replace(client, vendor);
      showToast(texts.toasts.headersSet({ name: vendor.display_name }));
    },
  });
}

export type VendorChanges = z.input<(typeof vendorRequestSchemas)['save']>;

export function useSaveVendor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: VendorChanges) => callVendors('save', changes),
    onSuccess: ({ vendor, key_cleared }) => {
      replace(client, vendor);
      showToast(
        key_cleared ? texts.toasts.savedWithoutKey({ name: vendor.display_name }) : texts.toasts.saved,
      );
    },
  });
}

/** `gcTime: 0` removes the key from the mutation cache right after it was sent. */
export function useSetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { readonly vendor: string; readonly key: string }) => callVendors('set-key', input),
    gcTime: 0,
    onSuccess: ({ vendor }) => {
      replace(client, vendor);
      showToast(texts.toasts.keySet({ name: vendor.display_name }));
    },
  });
}

export function useClearKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendor: string) => callVendors('clear-key', { vendor }),
    onSuccess: ({ vendor }) => {
      replace(client, vendor);
      showToast(texts.toasts.keyCleared({ name: vendor.display_name }));
    },
  });
}

/** [VENDOR-003, VENDOR-004] */
export function useActivate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callVendors('activate', { vendor: name }),
    onSuccess: ({ vendor }) => {
      updateList(client, (other) => (other.id === vendor.id ? vendor : { ...other, is_active: false }));
      const { activated, activatedFailing } = texts.toasts;
      showToast((vendor.last_failure ? activatedFailing : activated)({ name: vendor.display_name }));
    },
  });
}

/** A failed test resolves, like a passed one, and appears in the list as the last failure. */
export function useTestConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendor: string) => callVendors('test', { vendor }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

/** Uses the newest encryption key, and returns the vendors whose keys could not be decrypted. */
export function useRotateKeys() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callVendors('rotate', {}),
    onSuccess: ({ reencrypted, unchanged, failed }) => {
      showToast(
        failed.length > 0
          ? texts.rotate.failed({ names: failed.join(', ') })
          : texts.rotate.done({ count: reencrypted, unchanged }),
      );
      return client.invalidateQueries({ queryKey: listKey });
    },
    onError: (error) => showToast({ ...texts.rotate.refused, message: failureMessage(error) }),
  });
}

/** Updates the failover order before the service confirms it. */
export function useReorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vendors: readonly string[]) => callVendors('reorder', { vendors: [...vendors] }),
    onMutate: async (names) => {
      await client.cancelQueries({ queryKey: listKey });
      const before = client.getQueryData(listKey);
      client.setQueryData(listKey, (vendors) => vendors && orderByName(vendors, names));
      return { before };
    },
    onError: (error, _names, context) => {
      client.setQueryData(listKey, context?.before);
      showToast({ ...texts.toasts.reorderFailed, message: failureMessage(error) });
    },
    onSuccess: ({ vendors }) => client.setQueryData(listKey, vendors),
  });
}

function orderByName(vendors: readonly AdminVendor[], names: readonly string[]): AdminVendor[] {
  return vendors
    .map((vendor) => ({ ...vendor, priority_order: names.indexOf(vendor.name) + 1 }))
    .toSorted((a, b) => a.priority_order - b.priority_order || a.name.localeCompare(b.name));
}

/** Switches failover before the service confirms it. */
export function useSwitchFailover() {
  const client = useQueryClient();
  const { queryKey } = vendorQueries.failover();
  return useMutation({
    mutationFn: (value: boolean) =>
      invoke('admin/settings/save', { key: 'failover', value }, settingReplySchema),
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, value);
    },
    onError: (error, value) => {
      client.setQueryData(queryKey, !value);
      showToast({ ...texts.toasts.failoverFailed, message: failureMessage(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
