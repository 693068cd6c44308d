import { IconEyeOff } from '@tabler/icons-react';
import styles from './TemporaryView.module.css';
import { temporaryTexts } from './texts.ts';

/** On the landing: begins a chat of which nothing is kept. */
export function TemporaryEntry({ onBegin }: { readonly onBegin: () => void }) {
  return (
    <p className={styles.entry}>
      <button type="button" onClick={onBegin}>
        <IconEyeOff size={16} stroke={1.75} aria-hidden />
        {temporaryTexts.begin}
      </button>
      <span>{temporaryTexts.beginNote}</span>
    </p>
  );
}
