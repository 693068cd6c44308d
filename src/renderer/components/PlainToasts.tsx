import { useCallback, useEffect, useRef, useState } from 'react';
import { registerToastHost, type Toast, toastSeconds } from '../lib/toast.ts';
import { failureTexts as texts } from './texts.ts';
import styles from './PlainToasts.module.css';

export interface ToastDrawerProps {
  /** Called when no toast is left, so that ToastHost can be tried again. */
  readonly onEmpty: () => void;
}

interface ShownToast extends Toast {
  readonly key: number;
}

/** Fallback if ToastHost fails to load. */
export function PlainToasts({ onEmpty }: ToastDrawerProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[] | null>(null);
  const lastKey = useRef(0);
  const remove = useCallback(
    (key: number) => setToasts((shown) => (shown ?? []).filter((toast) => toast.key !== key)),
    [],
  );
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const undo = registerToastHost((toast) => {
      const key = (lastKey.current += 1);
      setToasts((shown) => [...(shown ?? []), { ...toast, key }]);
      timers.add(setTimeout(() => remove(key), toastSeconds(toast) * 1_000));
    });
    return () => {
      undo();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [remove]);
  const isEmpty = toasts?.length === 0;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  return (
    <div className={styles.stack}>
      {toasts?.map(({ key, title, message, variant = 'default', action }) => (
        <div
          key={key}
          className={styles.toast}
          role={variant === 'destructive' || variant === 'warning' ? 'alert' : 'status'}
        >
          <div>
            <strong>{title}</strong>
            {message && <p>{message}</p>}
            {action && (
              <button
                type="button"
                onClick={() => {
                  remove(key);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
          </div>
          <button type="button" aria-label={texts.close} onClick={() => remove(key)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
