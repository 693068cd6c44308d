import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { readingDirection } from '../../../lib/reading-direction.ts';
import styles from './Tabs.module.css';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly panel: ReactNode;
}

/** Supports arrow keys, Home and End. The first tab is selected initially. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const id = useId();
  const [selected, setSelected] = useState(tabs[0]?.value);
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ value }) => value === selected);
    const step = readingDirection();
    const next = {
      ArrowRight: (index + step + tabs.length) % tabs.length,
      ArrowLeft: (index - step + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    setSelected(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === selected}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => setSelected(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== selected}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
