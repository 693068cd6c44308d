import { useState } from 'react';
import { availableCommands, type Command } from '../../../../lib/commands.ts';
import type { Menu } from './menu.ts';
import { slashMenu, slashQuery } from './slash-menu.ts';

const noCommands: readonly Command[] = [];

/** Opens for "/" in an empty input. Null while the menu is closed. */
export function useSlashMenu(text: string, onChange: (text: string) => void) {
  const query = slashQuery(text);
  const [commands, setCommands] = useState(noCommands);
  const menu: Menu | null =
    query === null
      ? null
      : slashMenu({
          query,
          commands,
          onInsert: onChange,
          onRun: ({ run }) => {
            onChange('');
            run();
          },
        });
  return {
    menu,
    /** Must run before new text is rendered, because commands can't be read while React renders. */
    onType: (typed: string) => {
      if (slashQuery(typed) !== null) setCommands(availableCommands());
    },
  };
}
