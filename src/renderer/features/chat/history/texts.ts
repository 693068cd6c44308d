import { plural, texts } from '../../../../shared/texts.ts';
import type { ShownState } from './filters.ts';

export const historyTexts = texts('chat/history', {
  title: 'History',
  search: 'Search titles and messages',
  filters: 'Filters',
  from: 'From',
  to: 'To',
  model: 'Model',
  anyModel: 'Any model',
  project: 'Project',
  anyProject: 'Any project',
  code: 'Has code',
  show: 'Show',
  states: {
    all: 'All chats',
    listed: 'Not archived',
    archived: 'Archived',
    pinned: 'Pinned',
  } satisfies Record<ShownState, string>,
  reset: 'Clear filters',
  results: 'Chats',
  more: plural({ one: '{count} more message', other: '{count} more messages' }),
  none: 'No chats yet',
  noMatch: 'No matching chats',
  loading: 'Loading chats',
  notLoaded: "Couldn't load your chats",
  pinned: 'Pinned',
  selectAll: 'Select all',
  select: 'Select',
  selected: plural({ one: '{count} selected', other: '{count} selected' }),
  most: plural({ one: '', other: 'Up to {count} chats at a time.' }),
  delete: 'Delete',
  export: 'Export',
  exporting: 'Exporting…',
  nothingToExport: { title: 'Nothing to export', message: 'There are no chats here yet.' },
  leave: 'Clear selection',
});

export const deleteManyQuestion = (count: number) => ({
  title: historyQuestionTexts.title({ count }),
  text: historyQuestionTexts.text,
  confirm: historyQuestionTexts.confirm,
  cancel: historyQuestionTexts.cancel,
  isDangerous: true,
});

const historyQuestionTexts = texts('chat/historyQuestion', {
  title: plural({ one: 'Delete {count} chat?', other: 'Delete {count} chats?' }),
  text: "You can undo this for ten seconds. Very long chats and chats with images or files can't be restored.",
  confirm: 'Delete',
  cancel: 'Cancel',
});
