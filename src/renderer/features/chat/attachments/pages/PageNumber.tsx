import { useState } from 'react';
import { readNumbers } from '../choose-parts.ts';
import styles from './PdfPages.module.css';
import { pageTexts as texts } from './texts.ts';

interface PageNumberProps {
  readonly page: number;
  readonly count: number;
  readonly onChange: (page: number) => void;
}

/** Shows the number of the page, and goes to the number that the user enters. */
export function PageNumber({ page, count, onChange }: PageNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    const [number] = readNumbers(typed ?? '', count) ?? [];
    setTyped(null);
    if (number !== undefined) onChange(number);
  };
  return (
    <span className={styles.number} dir="ltr">
      <input
        className={styles.field}
        inputMode="numeric"
        autoComplete="off"
        name="page"
        aria-label={texts.number}
        style={{ width: `calc(${String(count).length}ch + var(--space-4))` }}
        value={typed ?? String(page)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The dialog is inside the input's form, which would otherwise send the message.
          event.preventDefault();
          apply();
        }}
        onBlur={apply}
      />
      <span aria-hidden>/ {count}</span>
    </span>
  );
}
