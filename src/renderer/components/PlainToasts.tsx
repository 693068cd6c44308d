import { useCallback, useEffect, useRef, useState } from 'react';
import { registerToastHost, type ShownToast, toastSeconds } from '../lib/toast.ts';
import { failureTexts as texts } from './texts.ts';
import styles from './PlainToasts.module.css';

export interface ToastDrawerProps {
  /** Called when no toast is left, so that ToastHost can be loaded again. */
  readonly onEmpty: () => void;
}

export function PlainToasts({ onEmpty }: ToastDrawerProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[] | null>(null);
  const latest = useRef<readonly ShownToast[]>([]);
  const close = useCallback((id: string) => {
    const closed = latest.current.find((toast) => toast.id === id);
    latest.current = latest.current.filter((toast) => toast !== closed);
    setToasts(latest.current);
    closed?.onClose?.();
  }, []);
  useEffect(() => {
    const show = (toast: ShownToast) => {
      latest.current = [...latest.current.filter(({ id }) => id !== toast.id), toast];
      setToasts(latest.current);
    };
    return registerToastHost(show, close);
  }, [close]);
  const isEmpty = toasts?.length === 0;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  return (
    <div className={styles.stack}>
      {toasts?.map((toast) => (
        <PlainToast key={toast.id} toast={toast} onClose={close} />
      ))}
    </div>
  );
}

interface PlainToastProps {
  readonly toast: ShownToast;
  readonly onClose: (id: string) => void;
}

function PlainToast({ toast, onClose }: PlainToastProps) {
  const { id, title, message, variant = 'default', action } = toast;
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), toastSeconds(toast) * 1_000);
    return () => clearTimeout(timer);
  }, [id, onClose, toast]);
  return (
    <div
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
              onClose(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" aria-label={texts.close} onClick={() => onClose(id)}>
        ×
      </button>
    </div>
  );
}
