import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../../../lib/follow-channel.ts';
import { vendorQueries } from './queries.ts';

/** Rows that change together are asked for once (ms). */
const TOGETHER = 250;

/** Follows what other administrators change. An event is a hint: the list is read again through the service's rules. */
export function useVendorsRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void client.invalidateQueries({ queryKey: vendorQueries.list().queryKey });
        void client.invalidateQueries({ queryKey: vendorQueries.offered().queryKey });
      }, TOGETHER);
    };
    const undo = followChannel('admin-vendors', {
      bind: (channel) =>
        channel
          .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendors' }, refresh)
          .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendor_models' }, refresh),
      onOpen: (isAgain) => {
        if (isAgain) refresh();
      },
    });
    return () => {
      clearTimeout(timer);
      undo();
    };
  }, [client]);
}
