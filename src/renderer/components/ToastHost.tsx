import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { type FocusEvent, type KeyboardEvent, useEffect } from 'react';
import { registerToastHost, narrowToasts, type Toast, toastSeconds } from '../lib/toast.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { commonTexts } from './texts.ts';
import styles from './ToastHost.module.css';

export function ToastHost() {
  useEffect(() => {
    const undo = registerToastHost(show, (id) => notifications.hide(id));
    window.addEventListener('keydown', focusToast);
    return () => {
      undo();
      window.removeEventListener('keydown', focusToast);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);
  return (
    <UiProvider>
      <Notifications layout="stacked" containerWidth={380} classNames={{ root: styles.host }} />
    </UiProvider>
  );
}

let count = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** The element that had the focus before a toast. */
let lastFocused: HTMLElement | null = null;

const findToast = (id: string) => document.querySelector(`[data-toast="${CSS.escape(id)}"]`);

function show(toast: Toast): void {
  const { id = `toast-${(count += 1)}`, title, message, variant = 'default', action, onClose } = toast;
  const milliseconds = toastSeconds(toast) * 1_000;
  // Mantine restarts the timers of covered toasts, so older toasts would outlive newer ones.
  const startTimer = () => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => {
        if (findToast(id)?.matches(':is(:hover, :focus-within)')) startTimer();
        else notifications.hide(id);
      }, milliseconds),
    );
  };
  const data = {
    id,
    title,
    message: action ? (
      <>
        {message}
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts="F8"
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      </>
    ) : (
      message
    ),
    role: variant === 'destructive' || variant === 'warning' ? 'alert' : 'status',
    position: window.matchMedia(narrowToasts).matches ? 'bottom-center' : 'bottom-right',
    autoClose: milliseconds,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': commonTexts.close },
    classNames: {
      root: styles.toast,
      body: styles.body,
      title: styles.title,
      description: styles.message,
      closeButton: styles.close,
    },
    'data-variant': variant,
    'data-toast': id,
    onMouseLeave: startTimer,
    onBlur: startTimer,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      const isFromToast = relatedTarget instanceof Element && relatedTarget.closest('[data-toast]') !== null;
      if (!isFromToast) lastFocused = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      notifications.hide(id);
    },
    onClose: () => {
      clearTimeout(timers.get(id));
      timers.delete(id);
      if (findToast(id)?.contains(document.activeElement)) lastFocused?.focus();
      onClose?.();
    },
  } as const;
  const isShown = notificationsStore.getState().notifications.some((shown) => shown.id === id);
  if (isShown) notifications.update(data);
  else notifications.show(data);
  startTimer();
}

/** F8 moves the focus to the toast in front, from wherever it is. */
function focusToast(event: globalThis.KeyboardEvent): void {
  const button = document.querySelector<HTMLElement>('[data-toast]:not([inert]) button');
  if (event.key !== 'F8' || !button) return;
  event.preventDefault();
  button.focus();
}
