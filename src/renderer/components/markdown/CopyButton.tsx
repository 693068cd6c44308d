import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './CopyButton.module.css';
import { useClipboard } from './use-clipboard.ts';

interface CopyButtonProps {
  /** The text, or a function if creating it is expensive. */
  readonly text: string | (() => Promise<string>);
  /** Used as accessible name and tooltip. */
  readonly label: string;
  readonly success: string;
  readonly isLabeled?: boolean;
  readonly className?: string | undefined;
}

export function CopyButton({
  text,
  label,
  success,
  isLabeled = false,
  className = styles.button,
}: CopyButtonProps) {
  const { isCopied, copy } = useClipboard(success);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={className}
      title={label}
      aria-label={label}
      data-copied={isCopied || undefined}
      onClick={() => void copy(text)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {isLabeled && <span>{label}</span>}
    </button>
  );
}
