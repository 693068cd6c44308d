import { useState } from 'react';
import { availableCommands, type Command } from '../../../../lib/commands.ts';
import type { Menu } from './menu.ts';
import { slashMenu, slashQuery } from './slash-menu.ts';

const noCommands: readonly Command[] = [];

/** The menu that "/" opens in an empty input; null while it is closed. */
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
    /** Must be called with new text before it is shown: commands cannot be read while React renders. */
    onType: (typed: string) => {
      if (slashQuery(typed) !== null) setCommands(availableCommands());
    },
  };
}
