import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { type FocusEvent, type KeyboardEvent, useEffect } from 'react';
import { registerToastHost, narrowToasts, type ShownToast, toastSeconds } from '../lib/toast.ts';
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

const timers = new Map<string, ReturnType<typeof setTimeout>>();
let lastFocused: HTMLElement | null = null;

const findToast = (id: string) => document.querySelector(`[data-toast="${CSS.escape(id)}"]`);

function show(toast: ShownToast): void {
  const { id, title, message, variant = 'default', action, onClose } = toast;
  // Mantine's own timers restart while a toast is covered, so older toasts would outlive newer ones, and don't restart
  // when a toast is replaced.
  const startTimer = () => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(
        () => {
          if (findToast(id)?.matches(':is(:hover, :focus-within)')) startTimer();
          else notifications.hide(id);
        },
        toastSeconds(toast) * 1_000,
      ),
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
    autoClose: false,
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
      // Return the focus first, because leaving the toast starts its timer.
      if (findToast(id)?.contains(document.activeElement)) lastFocused?.focus();
      clearTimeout(timers.get(id));
      timers.delete(id);
      onClose?.();
    },
  } as const;
  // Only one of these has an effect: the first if a toast has this id, otherwise the second.
  notifications.update(data);
  notifications.show(data);
  startTimer();
}

/** Moves the focus to the front toast when the user presses F8. */
function focusToast(event: globalThis.KeyboardEvent): void {
  const button = document.querySelector<HTMLElement>('[data-toast]:not([inert]) button');
  if (event.key !== 'F8' || !button) return;
  event.preventDefault();
  button.focus();
}
