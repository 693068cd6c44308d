import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getSupabase, type Supabase } from '../../../../lib/supabase.ts';
import { vendorQueries } from './queries.ts';

/** Rows that change together are asked for once (ms). */
const TOGETHER = 250;

/** Follows what other administrators change. An event is a hint: the list is read again through the service's rules. */
export function useVendorsRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let undo = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void client.invalidateQueries({ queryKey: vendorQueries.list().queryKey });
        void client.invalidateQueries({ queryKey: vendorQueries.offered().queryKey });
      }, TOGETHER);
    };
    const open = (service: Supabase) => {
      if (isOver) return;
      let wasSubscribed = false;
      const channel = service
        .channel('admin-vendors')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendors' }, refresh)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendor_models' }, refresh)
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          // After a break, events may have been missed.
          if (wasSubscribed) refresh();
          wasSubscribed = true;
        });
      undo = () => void service.removeChannel(channel);
    };
    // Without the service there is nothing to follow; the page's own questions say so.
    getSupabase().then(open, () => {});
    return () => {
      isOver = true;
      clearTimeout(timer);
      undo();
    };
  }, [client]);
}
