import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getSupabase, type Supabase } from '../../lib/supabase.ts';
import { showToast } from '../../lib/toast.ts';
import { modelQueries } from './queries.ts';
import { modelTexts } from './texts.ts';

/** Up to this width the toast is left out [REAL-006]. */
const quiet = '(max-width: 768px)';
/** Rows that change together are told once (ms). */
const TOGETHER = 500;

/** Reloads the models when an administrator changes them, and says so [REAL-001..006, MODEL-040]. */
export function useModelsRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let undo = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = (message: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void client.invalidateQueries({ queryKey: modelQueries.available().queryKey });
        if (!window.matchMedia(quiet).matches)
          showToast({ title: modelTexts.updatedTitle, message, variant: 'info' });
      }, TOGETHER);
    };
    const onVendor = (before: Record<string, unknown>, after: Record<string, unknown>) => {
      void client.invalidateQueries({ queryKey: modelQueries.available().queryKey });
      // A change of key or address is no switch.
      if (after.is_active === true && before.is_active !== true)
        showToast({ title: modelTexts.switched(String(after.display_name)), variant: 'info' });
    };
    const open = (service: Supabase) => {
      if (isOver) return;
      const channel = service
        .channel('models-channel')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'ai_models' }, () =>
          onChange(modelTexts.updated),
        )
        .on('postgres_changes', { event: '*', schema: 'public', table: 'api_vendor_models' }, () =>
          onChange(modelTexts.vendorUpdated),
        )
        .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'api_vendors' }, (event) =>
          onVendor(event.old, event.new),
        )
        .subscribe();
      undo = () => void service.removeChannel(channel);
    };
    getSupabase().then(open, () => {});
    return () => {
      isOver = true;
      clearTimeout(timer);
      undo();
    };
  }, [client]);
}
