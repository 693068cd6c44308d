import type { EnterKey } from '../../../lib/enter-key.ts';
import { pasteTexts } from '../composer/texts.ts';
import { shortcutTexts as texts } from '../texts.ts';
import { keysOf, type ShortcutId, shortcuts } from './shortcuts.ts';
import { toastShortcutTexts } from './texts.ts';

export interface ShortcutLine {
  readonly label: string;
  readonly ways: readonly (readonly string[])[];
}

export interface ShortcutGroup {
  readonly title: string;
  readonly lines: readonly ShortcutLine[];
}

/** The shortcuts by subject, including the keys that the input and the chat list handle themselves. */
export function shortcutGroups(isMac: boolean, enter: EnterKey): readonly ShortcutGroup[] {
  const line = (id: ShortcutId): ShortcutLine => ({
    label: texts.labels[id],
    ways: shortcuts.filter((shortcut) => shortcut.id === id).map((shortcut) => keysOf(shortcut, isMac)),
  });
  const other = (label: string, ...keys: string[]): ShortcutLine => ({ label, ways: [keys] });
  const mod = isMac ? '⌘' : 'Ctrl';
  const writing =
    enter === 'send'
      ? [other(texts.send, 'Enter'), other(texts.newLine, 'Shift', 'Enter')]
      : [other(texts.send, mod, 'Enter'), other(texts.newLine, 'Enter')];
  return [
    {
      title: texts.groups.chats,
      lines: [
        ...(['newChat', 'previousChat', 'nextChat', 'rename', 'export'] as const).map(line),
        other(texts.deleteChat, 'Delete'),
      ],
    },
    {
      title: texts.groups.message,
      lines: [
        line('focusInput'),
        ...writing,
        other(pasteTexts.plain, mod, 'Shift', 'V'),
        other(texts.editLast, '↑'),
        other(texts.stop, 'Esc'),
        line('find'),
        line('copyReply'),
        line('model'),
      ],
    },
    {
      title: texts.groups.app,
      lines: [line('toggleSidebar'), line('help'), other(toastShortcutTexts.label, 'F8')],
    },
  ];
}

export function findShortcuts(groups: readonly ShortcutGroup[], query: string): ShortcutGroup[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return groups.flatMap(({ title, lines }) => {
    const matchingLines = lines.filter(({ label, ways }) => {
      const text = `${label} ${ways.flat().join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return matchingLines.length > 0 ? [{ title, lines: matchingLines }] : [];
  });
}
