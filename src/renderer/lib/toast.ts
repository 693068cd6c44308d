export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

export interface Toast {
  readonly title: string;
  readonly message?: string;
  /** [UX-005] */
  readonly variant?: ToastVariant;
}

/** Up to this viewport width, toasts appear near the thumb and disappear sooner [UX-001, UX-007]. */
export const narrowToasts = '(max-width: 768px)';

/** [UX-001, UX-002] */
export const toastSeconds = (): number => (window.matchMedia(narrowToasts).matches ? 2 : 4);

type Listener = (toast: Toast) => void;

const unseenToasts: Toast[] = [];
let show: Listener | null = null;
const listeners = new Set<() => void>();

/** Can be called from anywhere. The first toast loads the component. */
export function showToast(toast: Toast): void {
  if (show) show(toast);
  else unseenToasts.push(toast);
  for (const listener of listeners) listener();
}

/** Registers the toast component and passes it the waiting toasts. Returns a function that unregisters it. */
export function registerToastHost(listener: Listener): () => void {
  show = listener;
  for (const toast of unseenToasts.splice(0)) listener(toast);
  return () => {
    if (show === listener) show = null;
  };
}

/** True if toasts are waiting for the component. A snapshot for useSyncExternalStore. */
export const hasUnseenToasts = (): boolean => unseenToasts.length > 0;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
