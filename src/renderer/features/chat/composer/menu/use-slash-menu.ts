import { useState } from 'react';
import { availableCommands, type Command } from '../../../../lib/commands.ts';
import type { Menu } from './menu.ts';
import { slashMenu, slashQuery } from './slash-menu.ts';

const noCommands: readonly Command[] = [];

/** The menu for "/" in an empty input. Null while it is closed. */
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
    /**
     * Reads the commands, which is not possible during rendering. Must be called before the new text is
     * rendered.
     */
    onType: (typed: string) => {
      if (slashQuery(typed) !== null) setCommands(availableCommands());
    },
  };
}
