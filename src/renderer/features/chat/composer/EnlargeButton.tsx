import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import styles from './Composer.module.css';
import { keepFocus } from './keep-focus.ts';
import { sizeTexts } from './texts.ts';

interface EnlargeButtonProps {
  readonly isLarge: boolean;
  readonly onToggle: () => void;
}

export function EnlargeButton({ isLarge, onToggle }: EnlargeButtonProps) {
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <button
      type="button"
      className={styles.tool}
      onMouseDown={keepFocus}
      onClick={onToggle}
      aria-pressed={isLarge}
      aria-label={sizeTexts.enlarge}
      title={isLarge ? sizeTexts.reduce : sizeTexts.enlarge}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
