import { type KeyboardEvent, useId, useState } from 'react';
import type { Menu, MenuEntry } from './menu.ts';

const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Controls a menu with the keyboard. The focus stays in the input, so the input must pass its key events to
 * `onKeyDown`.
 */
export function useMenu(menu: Menu | null) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const query = menu?.query ?? null;
  const [lastQuery, setLastQuery] = useState(query);
  if (query !== lastQuery) {
    setLastQuery(query);
    setActive(0);
    if (query === null) setIsDismissed(false);
  }
  const shownMenu = isDismissed ? null : menu;
  const entries = shownMenu?.groups.flatMap((group) => group.entries) ?? [];
  const activeEntry = entries[active];

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!shownMenu || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = arrowSteps[event.key];
    const isChoice = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
    if (event.key === 'Escape') setIsDismissed(true);
    else if (!activeEntry) return false;
    else if (step) setActive((active + step + entries.length) % entries.length);
    else if (isChoice) activeEntry.choose();
    else return false;
    event.preventDefault();
    return true;
  };
  const optionId = (entry: MenuEntry) => `${listId}-${entry.id.replaceAll(/\s/g, '-')}`;
  return {
    onKeyDown,
    /** Opens the menu again after the user closed it with Escape. */
    reopen: () => setIsDismissed(false),
    list: shownMenu && {
      listId,
      label: shownMenu.label,
      groups: shownMenu.groups,
      active: activeEntry ?? null,
      optionId,
      onActive: (entry: MenuEntry) => setActive(entries.indexOf(entry)),
    },
    aria: activeEntry ? { 'aria-controls': listId, 'aria-activedescendant': optionId(activeEntry) } : {},
  };
}
