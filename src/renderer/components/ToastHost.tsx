import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { registerToastHost, narrowToasts, type Toast, toastSeconds } from '../lib/toast.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { commonTexts } from './texts.ts';
import styles from './ToastHost.module.css';

export function ToastHost() {
  useEffect(() => {
    const undo = registerToastHost(show);
    return () => {
      undo();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
  }, []);
  return (
    <UiProvider>
      <Notifications layout="stacked" containerWidth={380} classNames={{ root: styles.host }} />
    </UiProvider>
  );
}

let shown = 0;
const timers = new Set<ReturnType<typeof setTimeout>>();

function show({ title, message, variant = 'default' }: Toast): void {
  const isNarrow = window.matchMedia(narrowToasts).matches;
  const milliseconds = toastSeconds() * 1_000;
  const id = notifications.show({
    title,
    message,
    role: variant === 'destructive' || variant === 'warning' ? 'alert' : 'status',
    position: isNarrow ? 'bottom-center' : 'bottom-right',
    autoClose: milliseconds,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': commonTexts.close },
    classNames: {
      root: styles.toast,
      title: styles.title,
      description: styles.message,
      closeButton: styles.close,
    },
    'data-variant': variant,
    'data-toast': String((shown += 1)),
  });
  // Mantine restarts the timers of covered toasts, so older toasts would outlive newer ones. A toast that the
  // user points at or focuses is left to Mantine's timer.
  const mark = shown;
  const timer = setTimeout(() => {
    timers.delete(timer);
    const isRead = document.querySelector(`[data-toast="${mark}"]:is(:hover, :focus-within)`);
    if (!isRead) notifications.hide(id);
  }, milliseconds);
  timers.add(timer);
}
