import { type Command, type CommandGroup } from '../../../../lib/commands.ts';
import { bestMatches } from '../../../../lib/match.ts';
import type { SavedPrompt } from '../../../../lib/saved-prompts.ts';
import { composerTexts } from '../../texts.ts';
import { menuTexts, promptSuggestions } from '../texts.ts';
import type { Menu, MenuEntry, MenuGroup } from './menu.ts';

/** Matches a single line that starts with a slash. A second slash would make it a path. */
const slashPattern = /^\/([^/\n]*)$/;
const commandPattern = /^\/[^\s/]*$/;

/** Rendering more saved prompts would be slow. */
const MAX_SAVED = 30;

/** True if the text is only a command's name. Such text is never sent. */
export const isCommandWord = (text: string): boolean => commandPattern.test(text.trimEnd());

/** Returns the text after the slash. Null if the menu must not open. */
export const slashQuery = (text: string): string | null => slashPattern.exec(text)?.[1] ?? null;

interface SlashOptions {
  readonly query: string;
  readonly saved: readonly SavedPrompt[];
  /** Loads the saved prompts again. Null unless loading them has failed. */
  readonly retry: (() => void) | null;
  readonly commands: readonly Command[];
  readonly onPrompt: (prompt: SavedPrompt) => void;
  readonly onInsert: (text: string) => void;
  readonly onRun: (command: Command) => void;
}

/**
 * Returns matching saved prompts, suggestions [CHAT-042], quick actions and app commands. Null if the text is
 * a message.
 */
export function slashMenu(options: SlashOptions): Menu | null {
  const { query, saved, retry, commands, onPrompt, onInsert, onRun } = options;
  const isSearch = query.trim() !== '';
  const prompts = bestMatches(query, promptSuggestions, (text) => [text, '']).map((text): MenuEntry => ({
    id: text,
    label: text,
    choose: () => onInsert(`${text} `),
  }));
  const commandsOf = (...groups: CommandGroup[]): MenuEntry[] =>
    bestMatches(
      query,
      // Model commands are left out, because users choose models in the picker.
      commands.filter(({ group, isMinor }) => groups.includes(group) && !isMinor),
      ({ label, words = '' }) => [label, words],
    ).map((command) => ({ ...command, choose: () => onRun(command) }));
  const matching = bestMatches(query, saved, ({ name, title, text }) => [name, `${title} ${text}`]);
  const savedEntries = (isPublished: boolean): MenuEntry[] =>
    matching
      .filter((prompt) => prompt.isPublished === isPublished)
      .slice(0, MAX_SAVED)
      .map((prompt) => ({
        id: prompt.id,
        label: prompt.name,
        note: prompt.title || prompt.text.slice(0, 100),
        choose: () => onPrompt(prompt),
      }));
  const all: readonly MenuGroup[] = [
    { title: menuTexts.saved, entries: savedEntries(false) },
    { title: menuTexts.published, entries: savedEntries(true) },
    { title: menuTexts.prompts, entries: prompts },
    { title: menuTexts.actions, entries: commandsOf('actions') },
    {
      title: menuTexts.commands,
      entries: isSearch ? commandsOf('chat', 'models', 'app') : commandsOf('chat'),
    },
  ];
  const groups = all.filter(({ entries }) => entries.length > 0);
  // If several words match nothing, the text is a message.
  if (groups.length === 0 && /\s/.test(query)) return null;
  // Comes last, so that Enter doesn't choose it instead of a match.
  const failure = retry && {
    title: menuTexts.notLoaded,
    entries: [{ id: 'retry', label: menuTexts.retry, choose: retry }],
  };
  return { label: composerTexts.suggestions, query, groups: failure ? [...groups, failure] : groups };
}
