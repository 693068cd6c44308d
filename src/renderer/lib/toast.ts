export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

export interface Toast {
  readonly title: string;
  readonly message?: string;
  /** [UX-005] */
  readonly variant?: ToastVariant;
}

/** Up to this width, inclusive, toasts are where a thumb sees them and leave sooner [UX-001, UX-007]. */
export const narrowToasts = '(max-width: 768px)';

/** How long a toast stays on this screen [UX-001, UX-002]. */
export const toastSeconds = (): number => (window.matchMedia(narrowToasts).matches ? 2 : 4);

type Listener = (toast: Toast) => void;

const unseen: Toast[] = [];
let show: Listener | null = null;
const wakers = new Set<() => void>();

/**
 * Tells the person something, from anywhere. The part that draws is fetched with the first toast,
 * because a page that has nothing to say should not carry it.
 */
export function showToast(toast: Toast): void {
  if (show) show(toast);
  else unseen.push(toast);
  for (const wake of wakers) wake();
}

/** Gives toasts to the part that draws them, those of before included. Returns its own undo. */
export function drawToasts(listener: Listener): () => void {
  show = listener;
  for (const toast of unseen.splice(0)) listener(toast);
  return () => {
    if (show === listener) show = null;
  };
}

/** Whether a toast waits for its drawer, for useSyncExternalStore. */
export const hasUnseenToasts = (): boolean => unseen.length > 0;

export function onToast(wake: () => void): () => void {
  wakers.add(wake);
  return () => wakers.delete(wake);
}
