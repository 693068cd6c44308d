import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './SearchField.module.css';

/** Milliseconds without typing before a search. */
const debounce = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Updates the field after Back or Forward.
  if (lastValue !== value) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), debounce);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <search className={styles.search}>
      <IconSearch size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <input
        type="search"
        name="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim());
        }}
      />
    </search>
  );
}
