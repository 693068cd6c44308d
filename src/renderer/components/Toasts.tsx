import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { LoadFailure } from '../lib/load-module.ts';
import { onDemand } from '../lib/on-demand.ts';
import { hasUnseenToasts, onToast } from '../lib/toast.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PlainToasts, type ToastDrawerProps } from './PlainToasts.tsx';

const toastHost = onDemand(async () => (await import('./ToastHost.tsx')).ToastHost);

/**
 * Loads ToastHost with the first toast. PlainToasts replaces it if that fails, because errors must be shown even
 * without a network.
 */
export function Toasts() {
  const isWaiting = useSyncExternalStore(onToast, hasUnseenToasts, () => false);
  const [Drawer, setDrawer] = useState<ComponentType<ToastDrawerProps> | null>(null);
  const loaded = toastHost.read();
  if (isWaiting && !Drawer && loaded) setDrawer(() => loaded);
  useEffect(() => {
    if (!isWaiting || Drawer) return;
    let isGone = false;
    const take = (next: ComponentType<ToastDrawerProps>) => {
      if (!isGone) setDrawer(() => next);
    };
    toastHost.load().then(take, (failure: unknown) => {
      if (failure instanceof LoadFailure) failure.forget();
      take(PlainToasts);
    });
    return () => {
      isGone = true;
    };
  }, [isWaiting, Drawer]);
  const onEmpty = useCallback(() => setDrawer(null), []);
  return (
    Drawer && (
      <ErrorBoundary look="nothing">
        <Drawer onEmpty={onEmpty} />
      </ErrorBoundary>
    )
  );
}
