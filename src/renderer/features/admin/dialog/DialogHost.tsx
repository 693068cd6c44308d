import {
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Opens a dialog. `fallback` selects the element that gets the focus afterwards if the opening button no
 * longer exists.
 */
type OpenDialog = (dialog: ReactElement, fallback?: string) => void;

interface DialogEntry {
  readonly dialog: ReactElement;
  /** False while the dialog fades out. */
  readonly isOpen: boolean;
  /** The number of openings. Used as a key, so that each opening starts with an empty form. */
  readonly opening: number;
}

interface DialogState {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onClosed: () => void;
}

const OpenContext = createContext<OpenDialog | null>(null);
const StateContext = createContext<DialogState | null>(null);

function useRequiredContext<Value>(context: Value | null): Value {
  if (context === null) throw new Error('A dialog of the console needs a DialogHost above it.');
  return context;
}

export const useOpenDialog = (): OpenDialog => useRequiredContext(use(OpenContext));

export const useDialogState = (): DialogState => useRequiredContext(use(StateContext));

/** Shows one dialog at a time and returns the focus to the button that opened it. */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [entry, setEntry] = useState<DialogEntry | null>(null);
  const opener = useRef<Element | null>(null);
  const fallback = useRef<string | undefined>(undefined);
  const { pathname } = useLocation();
  useEffect(() => () => setEntry(null), [pathname]);

  const open = useCallback<OpenDialog>((dialog, selector) => {
    // A dialog opened from another dialog returns the focus to the button that opened the first one.
    if (!document.activeElement?.closest('[role="dialog"]')) opener.current = document.activeElement;
    fallback.current = selector;
    setEntry((last) => ({ dialog, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  }, []);
  const close = () => setEntry((last) => last && { ...last, isOpen: false });
  const onClosed = () => {
    setEntry(null);
    const { current } = opener;
    const canReturn = current?.isConnected && current !== document.body;
    const target = canReturn ? current : fallback.current && document.querySelector(fallback.current);
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <OpenContext value={open}>
      {children}
      {entry && (
        <StateContext key={entry.opening} value={{ isOpen: entry.isOpen, close, onClosed }}>
          {entry.dialog}
        </StateContext>
      )}
    </OpenContext>
  );
}
