export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

export interface ToastAction {
  readonly label: string;
  /** Called after the toast has closed. */
  readonly run: () => void;
}

export interface Toast {
  /** A toast replaces an earlier one with the same id. */
  readonly id?: string;
  readonly title: string;
  readonly message?: string;
  /** [UX-005] */
  readonly variant?: ToastVariant;
  readonly action?: ToastAction;
  /** Called when the toast closes for any reason, but not if another toast replaces it. */
  readonly onClose?: () => void;
}

/** A toast with the id that the component needs. */
export type ShownToast = Toast & { readonly id: string };

/** Up to this viewport width, toasts appear near the thumb and disappear sooner [UX-001, UX-007]. */
export const narrowToasts = '(max-width: 768px)';

/**
 * Returns how many seconds a toast stays [UX-001, UX-002]. Toasts with an action stay longer, so that users have time
 * to reach it.
 */
export function toastSeconds({ action }: Pick<Toast, 'action'>): number {
  if (action) return 20;
  return window.matchMedia(narrowToasts).matches ? 2 : 4;
}

type Listener = (toast: ShownToast) => void;

const unseenToasts: ShownToast[] = [];
const offers = new Set<string>();
let count = 0;
let show: Listener | null = null;
let hide: ((id: string) => void) | null = null;
const listeners = new Set<() => void>();

/** Shows a toast. The first one loads the component. */
export function showToast(toast: Toast): void {
  const { id = `toast-${(count += 1)}`, action } = toast;
  if (action) offers.add(id);
  if (show) show({ ...toast, id });
  else unseenToasts.push({ ...toast, id });
  for (const listener of listeners) listener();
}

export function hideToast(id: string): void {
  const place = unseenToasts.findIndex((toast) => toast.id === id);
  if (place >= 0) unseenToasts.splice(place, 1);
  offers.delete(id);
  hide?.(id);
}

/** Closes all toasts with an action. Called when the user changes, because an action is for the user who saw it. */
export function hideOffers(): void {
  for (const id of offers) hideToast(id);
}

/** Registers the toast component and passes it the waiting toasts. Returns a function that unregisters it. */
export function registerToastHost(onShow: Listener, onHide: (id: string) => void = () => {}): () => void {
  show = onShow;
  hide = onHide;
  for (const toast of unseenToasts.splice(0)) onShow(toast);
  return () => {
    if (show !== onShow) return;
    show = null;
    hide = null;
  };
}

/** True if toasts are waiting for the component. A snapshot for useSyncExternalStore. */
export const hasUnseenToasts = (): boolean => unseenToasts.length > 0;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
