import { brand } from '../../../../shared/brand.ts';
import { promptFaultMessages } from '../../../../shared/domain/saved-prompts.ts';
import type { Toast } from '../../../lib/toast.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';
import type { PromptFileProblem } from './transfer/read-prompt-file.ts';

export const promptTexts = texts('account/prompts', {
  lead: "Save prompts that you use often. In a message, type / and a prompt's name to insert it.",
  create: 'New prompt',
  search: 'Search prompts',
  list: 'Your prompts',
  count: plural({ one: '{count} prompt', other: '{count} prompts' }),
  empty: 'You have no prompts yet.',
  noMatch: 'No matching prompts',
  loading: 'Loading your prompts…',
  loadFailed: "Couldn't load your prompts.",
  fromDevice: "Couldn't load your prompts. These are the ones from your last visit.",
  edit: 'Edit',
  editOf: params('Edit {name}'),
  duplicate: 'Duplicate',
  duplicateOf: params('Duplicate {name}'),
  remove: 'Delete',
  removeOf: params('Delete {name}'),
  removed: params('Prompt deleted: {name}'),
  published: 'Prompts for everyone',
  publishedNote: 'Your administrators publish these. Duplicate one to change it.',
});

const failed = (title: string) => ({ title, variant: 'destructive' }) satisfies Toast;

export const promptToasts = texts('account/promptToasts', {
  saved: { title: 'Prompt saved', variant: 'success' } satisfies Toast,
  deleteFailed: failed("Couldn't delete the prompt"),
  restoreFailed: failed("Couldn't restore the prompt"),
});

export const promptFormTexts = texts('account/promptForm', {
  create: 'New prompt',
  edit: params('Edit {name}'),
  name: 'Name',
  nameHint: 'Typed after the slash, without spaces. For example, summary.',
  title: 'Title (optional)',
  text: 'Text',
  textHint:
    'Write {{topic}} for a part that you enter each time, or {{tone:formal|casual}} to suggest values.',
  fields: params('Asks for: {names}'),
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  restored: 'Your unsaved changes were restored. Cancel discards them.',
  changed: "This prompt was changed on another device. Your changes aren't saved yet.",
  theirs: 'Other version:',
  keepMine: 'Keep my version',
  keepBoth: 'Save mine as a copy',
  keepTheirs: 'Use the other version',
  deleted: 'This prompt was deleted on another device. To keep it, save again.',
});

export const promptFaultTexts = texts('account/promptFaults', promptFaultMessages);

export const promptFailureTexts = texts('account/promptFailures', {
  failed: "Couldn't save the prompt. Your text is still here. Try again.",
  offlineAction: "You're offline. Try again when you're back online.",
  failedAction: 'Try again.',
});

export const promptFileTexts = texts('account/promptFiles', {
  import: 'Import',
  importing: 'Importing…',
  export: 'Export',
  file: 'Choose a prompt file',
  formats: `You can import JSON files from ${brand}, Open WebUI and LibreChat.`,
  report: 'Import report',
  imported: plural({ one: '{count} prompt imported.', other: '{count} prompts imported.' }),
  none: 'No prompts imported.',
  renamed: 'These prompts were renamed because their names were taken:',
  rename: params('{from} is now {to}'),
  skipped: plural({ one: "{count} prompt wasn't imported:", other: "{count} prompts weren't imported:" }),
  skip: params('{label}: {reason}'),
  unreadable: 'No readable name or text.',
  known: 'You already have it.',
  close: 'Close report',
  nothingStored: params('{reason} Nothing was imported.'),
});

export const promptFileProblems: Readonly<Record<PromptFileProblem, string>> = texts(
  'account/promptFileProblems',
  {
    'too-large': 'The file is larger than 8 MB.',
    'not-json': "The file isn't valid JSON.",
    unknown: `The file isn't a list of prompts from ${brand}, Open WebUI or LibreChat.`,
    'too-many': 'The file has more than 2,000 prompts. Split it into smaller files.',
  },
);
