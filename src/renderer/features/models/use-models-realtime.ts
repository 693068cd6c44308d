import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasListChanged } from '../../lib/app-start.ts';
import { followChannel } from '../../lib/follow-channel.ts';
import { useSession } from '../../lib/session.tsx';
import { showToast } from '../../lib/toast.ts';
import { activeVendor, type Vendor, vendorQueries } from '../../lib/vendors.ts';
import { modelQueries } from './queries.ts';
import { modelTexts } from './texts.ts';

/** Up to this width, changed models cause no toast [REAL-006]. */
const narrowScreen = '(max-width: 768px)';
/** Milliseconds. Changes within this time are reported once. */
const DEBOUNCE = 500;

/**
 * Reloads vendors and models when an administrator changes them, and shows a toast [REAL-001..006,
 * MODEL-040].
 */
export function useModelsRealtime(): void {
  const client = useQueryClient();
  const { user, refreshAccess } = useSession();
  const userId = user?.id ?? '';
  useEffect(() => {
    let isOver = false;
    const models = debounce((message: string) => {
      void client.invalidateQueries({ queryKey: modelQueries.everything });
      if (!window.matchMedia(narrowScreen).matches)
        showToast({ title: modelTexts.updatedTitle, message, variant: 'info' });
    });
    // The active vendor before the first event. One switch changes two rows, so it must be reported once.
    let before: Vendor | null | undefined;
    const vendors = debounce(() => {
      const was = before;
      before = undefined;
      void reportSwitch(client, was, () => isOver);
    });
    const onVendor = () => {
      before ??= cachedActiveVendor(client);
      // The old list must not be used again while the new one loads [REAL-001].
      void client.invalidateQueries({ queryKey: vendorQueries.all().queryKey, refetchType: 'none' });
      vendors.call(undefined);
    };
    const undo = followChannel('models-channel', {
      bind: (channel) =>
        channel
          .on('postgres_changes', { event: '*', schema: 'public', table: 'ai_models' }, () =>
            models.call(modelTexts.updated),
          )
          .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendor_models' }, () =>
            models.call(modelTexts.vendorUpdated),
          )
          .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendors' }, onVendor),
      // The missed changes are unknown, so the lists reload, but only a switch is reported.
      onOpen: async (isReconnect) => {
        const mayHaveMissed = isReconnect || (await hasListChanged('model_list', userId, refreshAccess));
        if (!mayHaveMissed || isOver) return;
        void client.invalidateQueries({ queryKey: modelQueries.everything });
        onVendor();
      },
    });
    return () => {
      isOver = true;
      models.cancel();
      vendors.cancel();
      undo();
    };
  }, [client, refreshAccess, userId]);
}

/** Returns undefined if the vendors aren't loaded. */
function cachedActiveVendor(client: QueryClient): Vendor | null | undefined {
  const vendors = client.getQueryData(vendorQueries.all().queryKey);
  return vendors && activeVendor(vendors);
}

/** Reports a switch, but no other changes, such as a new key [REAL-002]. */
async function reportSwitch(
  client: QueryClient,
  before: Vendor | null | undefined,
  isOver: () => boolean,
): Promise<void> {
  const vendors = await client.fetchQuery({ ...vendorQueries.all(), staleTime: 0 }).catch(() => null);
  if (!vendors || isOver()) return;
  void client.invalidateQueries({ queryKey: modelQueries.everything });
  const after = activeVendor(vendors);
  if (after && before !== undefined && after.name !== before?.name)
    showToast({ title: modelTexts.switched({ vendor: after.displayName }), variant: 'info' });
}

/** Calls `act` once after a pause, with the last value. */
function debounce<Value>(act: (value: Value) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: (value: Value): void => {
      clearTimeout(timer);
      timer = setTimeout(() => act(value), DEBOUNCE);
    },
    cancel: (): void => clearTimeout(timer),
  };
}
