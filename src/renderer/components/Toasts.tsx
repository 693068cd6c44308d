import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { hasUnseenToasts, onToast } from '../lib/toast.ts';

const ToastHost = lazy(async () => ({ default: (await import('./ToastHost.tsx')).ToastHost }));

/** The place of all toasts. What draws them is fetched with the first one. */
export function Toasts() {
  const isAsked = useSyncExternalStore(onToast, hasUnseenToasts, () => false);
  const [isMounted, setMounted] = useState(false);
  if (isAsked && !isMounted) setMounted(true);
  return isMounted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
