import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useModal } from '../../../components/dialog/use-modal.ts';
import type { Command } from '../../../lib/commands.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import type { FoundMessage } from '../search/found-message.ts';
import { foundMessage } from '../search/marked-pieces.ts';
import styles from './CommandPalette.module.css';
import { type PaletteEntry, entryGroups } from './entries.ts';
import { EntryList } from './EntryList.tsx';
import { recentCommands, rememberCommand } from './recent-commands.ts';
import { paletteTexts as texts } from '../texts.ts';
import { useSavePrompt } from './use-save-prompt.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { chatLimits } from '../constants.ts';
import { chatQueries } from '../data/queries.ts';
import { useOperations } from '../outbox/use-operations.ts';
import { useChatEngine } from '../chat-context.ts';
import { searchQuery } from '../store/search-query.ts';
import { sidebarChats, withPinnedChats } from '../sidebar/chat-order.ts';
import { listVisibleChats } from '../sidebar/listed-chats.ts';
import { useUnstoredTurns } from '../turn/use-turn.ts';
import { useNow } from '../use-now.ts';

export interface CommandPaletteProps {
  readonly userId: string;
  readonly commands: readonly Command[];
  readonly onSelect: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
  readonly onClose: () => void;
}

/**
 * The command palette. The focus stays in its field, the arrow keys select an entry, and Enter runs it.
 * Escape or a click outside closes the palette.
 */
export function CommandPalette({ userId, commands, onSelect, onClose }: CommandPaletteProps) {
  const dialog = useModal();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { groups, isSearching, hasFailed } = useEntries(userId, useSavePrompt(commands), query);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const optionId = (entry: PaletteEntry) => `${listId} ${entry.id}`.replaceAll(/\s/g, '-');
  const activeOption = active && optionId(active);
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption]);

  const run = (entry: PaletteEntry) => {
    // The palette closes first, because closing returns the focus.
    flushSync(onClose);
    if (entry.kind === 'command') {
      rememberCommand(userId, entry.command.id);
      entry.command.run();
    } else if (entry.kind === 'chat') onSelect(entry.chat.chatId, entry.chat.isOptimistic);
    else onSelect(entry.hit.chatId, false, foundMessage(entry.hit));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, it handles the arrow keys and Enter.
    if (isComposing(event.nativeEvent)) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && active) {
      event.preventDefault();
      const next = entries.indexOf(active) + step;
      setChosenId(entries.at(next % entries.length)?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active) run(active);
    }
  };
  const status = isSearching ? texts.searching : entries.length === 0 ? texts.none : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes the dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <label className={styles.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the palette to type
          autoFocus
          type="text"
          role="combobox"
          dir="auto"
          aria-label={texts.field}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          placeholder={texts.field}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <EntryList
        id={listId}
        groups={groups}
        active={active ?? null}
        optionId={optionId}
        onChoose={(entry) => setChosenId(entry.id)}
        onRun={run}
      />
      {hasFailed && <p className={styles.failed}>{texts.searchFailed}</p>}
      <output className={styles.status}>
        {status ?? <span className="visually-hidden">{texts.count({ count: entries.length })}</span>}
      </output>
      <p className={styles.hints} aria-hidden>
        {texts.hints.map(([keys, does]) => (
          <span key={does}>
            <kbd>{keys}</kbd> {does}
          </span>
        ))}
      </p>
    </dialog>
  );
}

/** Searches the service when the user stops typing. */
function useEntries(userId: string, commands: readonly Command[], query: string) {
  const now = useNow();
  const unstored = useUnstoredTurns();
  const operations = useOperations();
  const client = useQueryClient();
  const { store } = useChatEngine();
  const { data: list } = useInfiniteQuery(chatQueries.list(userId));
  const { data: pinned } = useInfiniteQuery(chatQueries.pinned(userId));
  const typed = query.trim();
  const [words] = useDebouncedValue(typed, chatLimits.searchPause);
  const hasWords = typed !== '' && words !== '';
  const search = useQuery({ ...searchQuery(userId, words, store), enabled: hasWords });
  const chats = useMemo(
    () =>
      listVisibleChats(
        sidebarChats(client, userId, withPinnedChats(list, pinned), operations),
        unstored,
        '',
        now,
      ).toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)),
    [client, list, operations, pinned, unstored, now, userId],
  );
  const hits = hasWords ? search.data?.hits : undefined;
  const [recent] = useState(() => recentCommands(userId));
  const groups = useMemo(
    () => entryGroups(query, { commands, recent, chats, hits: hits ?? [] }),
    [query, commands, recent, chats, hits],
  );
  return {
    groups,
    isSearching: typed !== words || (hasWords && search.isFetching),
    hasFailed: hasWords && search.isError,
  };
}
