import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../lib/follow-channel.ts';
import { showToast } from '../../lib/toast.ts';
import { activeVendor, type Vendor, vendorQueries } from '../../lib/vendors.ts';
import { modelQueries } from './queries.ts';
import { modelTexts } from './texts.ts';

/** Up to this width the toast about models is left out [REAL-006]. */
const quiet = '(max-width: 768px)';
/** Rows that change together are told once (ms). */
const TOGETHER = 500;

/** Reloads vendors and models when an administrator changes them, and says so [REAL-001..006, MODEL-040]. */
export function useModelsRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    const models = createTogether((message: string) => {
      void client.invalidateQueries({ queryKey: modelQueries.everything });
      if (!window.matchMedia(quiet).matches)
        showToast({ title: modelTexts.updatedTitle, message, variant: 'info' });
    });
    // Who was active is kept from before the first event: the rows of one switch come as two events.
    let before: Vendor | null | undefined;
    const vendors = createTogether(() => {
      const was = before;
      before = undefined;
      void followVendors(client, was, () => isOver);
    });
    const onVendor = () => {
      before ??= knownActive(client);
      // The old answer must not be used once more while the new one is on its way [REAL-001].
      void client.invalidateQueries({ queryKey: vendorQueries.all().queryKey, refetchType: 'none' });
      vendors.tell(undefined);
    };
    const undo = followChannel('models-channel', {
      bind: (channel) =>
        channel
          .on('postgres_changes', { event: '*', schema: 'public', table: 'ai_models' }, () =>
            models.tell(modelTexts.updated),
          )
          .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendor_models' }, () =>
            models.tell(modelTexts.vendorUpdated),
          )
          .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'api_vendors' }, onVendor),
      // Whether anything changed in the break is not known: the lists are read again, and only a switch is told.
      onOpen: (isAgain) => {
        if (!isAgain) return;
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
  }, [client]);
}

/** The active vendor as far as this page knows; undefined while it knows of none. */
function knownActive(client: QueryClient): Vendor | null | undefined {
  const vendors = client.getQueryData(vendorQueries.all().queryKey);
  return vendors && activeVendor(vendors);
}

/**
 * Reads the vendors anew and tells of a switch. An event says only that something has changed: a new key or address
 * is no switch [REAL-002].
 */
async function followVendors(
  client: QueryClient,
  before: Vendor | null | undefined,
  isOver: () => boolean,
): Promise<void> {
  const vendors = await client.fetchQuery({ ...vendorQueries.all(), staleTime: 0 }).catch(() => null);
  if (!vendors || isOver()) return;
  void client.invalidateQueries({ queryKey: modelQueries.everything });
  const after = activeVendor(vendors);
  if (after && before !== undefined && after.name !== before?.name)
    showToast({ title: modelTexts.switched(after.displayName), variant: 'info' });
}

/** Calls `act` once, with the last thing told, when nothing more has been told for a while. */
function createTogether<Told>(act: (told: Told) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    tell: (told: Told): void => {
      clearTimeout(timer);
      timer = setTimeout(() => act(told), TOGETHER);
    },
    cancel: (): void => clearTimeout(timer),
  };
}
