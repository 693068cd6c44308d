import { useState } from 'react';
import { availableCommands, type Command } from '../../../../lib/commands.ts';
import { type SavedPrompt, useSavedPrompts } from '../../../../lib/saved-prompts.ts';
import { useChatEngine } from '../../chat-context.ts';
import type { Menu } from './menu.ts';
import { slashMenu, slashQuery } from './slash-menu.ts';

const noCommands: readonly Command[] = [];

interface SlashMenuOptions {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onPrompt: (prompt: SavedPrompt) => void;
}

/** Returns the menu for "/" in an empty input. Null while it is closed. */
export function useSlashMenu({ text, onChange, onPrompt }: SlashMenuOptions) {
  const query = slashQuery(text);
  const [commands, setCommands] = useState(noCommands);
  const { userId } = useChatEngine();
  const { data: saved = [], isLoadingError, refetch } = useSavedPrompts(userId, query !== null);
  const menu: Menu | null =
    query === null
      ? null
      : slashMenu({
          query,
          saved,
          retry: isLoadingError ? () => void refetch() : null,
          commands,
          onPrompt,
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
