/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list box of an input, which keeps the focus and handles the keys */
import { useEffect } from 'react';
import { menuTexts } from '../texts.ts';
import type { MenuEntry, MenuGroup } from './menu.ts';
import styles from './MenuList.module.css';

interface MenuListProps {
  readonly listId: string;
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Enter chooses this entry. */
  readonly active: MenuEntry | null;
  readonly optionId: (entry: MenuEntry) => string;
  readonly onActive: (entry: MenuEntry) => void;
}

export function MenuList({ listId, label, groups, active, optionId, onActive }: MenuListProps) {
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  if (groups.length === 0) return <p className={styles.none}>{menuTexts.none}</p>;
  return (
    <div id={listId} role="listbox" aria-label={label} className={styles.list} tabIndex={0}>
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.heading} aria-hidden>
            {title}
          </div>
          {entries.map((entry) => (
            <MenuLine
              key={entry.id}
              id={optionId(entry)}
              entry={entry}
              isActive={entry === active}
              onActive={onActive}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface MenuLineProps {
  readonly id: string;
  readonly entry: MenuEntry;
  readonly isActive: boolean;
  readonly onActive: (entry: MenuEntry) => void;
}

function MenuLine({ id, entry, isActive, onActive }: MenuLineProps) {
  const { Icon, label, note, keys } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={() => onActive(entry)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={entry.choose}
    >
      {Icon && (
        <span className={styles.icon}>
          <Icon size={18} stroke={1.6} aria-hidden />
        </span>
      )}
      <span className={styles.label}>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {keys && (
        <kbd className={styles.keys} aria-hidden>
          {keys.join(' ')}
        </kbd>
      )}
    </div>
  );
}
