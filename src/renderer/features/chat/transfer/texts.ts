import { brand } from '../../../../shared/brand.ts';
import type { Toast } from '../../../lib/toast.ts';
import type { ImportProgress } from './import-chats.ts';
import type { TransferSource } from './open-file.ts';

const sources: Readonly<Record<TransferSource, string>> = {
  clover: brand,
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  computer: 'this computer',
};
const chats = (count: number) => (count === 1 ? '1 chat' : `${count.toLocaleString('en')} chats`);

export const transferTexts = {
  open: 'Import and export',
  importTitle: 'Import chats',
  importText: `From an export of ${brand}, ChatGPT (conversations.json) or Claude (conversations.json), or the .zip file. Existing chats don't change. Importing doesn't count towards your daily messages.`,
  choose: 'Choose a file',
  bring: 'Import chats from this computer',
  bringText:
    "You're using another service. You can copy the chats on this computer to your account there. They also stay here.",
  reading: 'Reading the file…',
  opening: 'Opening the chats on this computer…',
  readingProgress: 'Reading progress',
  localFailed: "Couldn't read the chats on this computer.",
  unreadable: "Couldn't read the file. It may have been moved or changed. Choose it again.",
  found: (source: TransferSource, count: number) => `${chats(count)} from ${sources[source]}`,
  start: 'Import',
  stop: 'Stop',
  again: 'Choose another file',
  progress: 'Import progress',
  done: ({ imported }: ImportProgress) => `${chats(imported)} imported.`,
  stopped: ({ imported }: ImportProgress) =>
    `Stopped. ${chats(imported)} imported. Import the file again to add the rest.`,
  failed: "Couldn't reach the service. Imported chats are kept. Import again to add the rest.",
  present: (count: number) => `${chats(count)} already imported.`,
  refused: (count: number) => `${chats(count)} skipped: unreadable or too long.`,
  overLimit: (count: number) => `${chats(count)} skipped: your plan allows no more chats.`,
  hidden: (count: number) =>
    `Older than your plan shows: ${chats(count)}, hidden and kept until you delete them or upgrade.`,
  exportTitle: 'Export all chats',
  exportText:
    'JSON contains everything and can be imported again. Markdown is for reading. Images are not included.',
  exportJson: 'Export as JSON',
  exportMarkdown: 'Export as Markdown',
  exporting: (done: number) => `Reading chats: ${done.toLocaleString('en')}`,
  nothing: 'You have no chats to export.',
  exportAs: 'Export as…',
  asMarkdown: 'Markdown (.md)',
  asJson: 'JSON (.json)',
} as const;

export const transferToasts = {
  exportFailed: {
    title: 'Error',
    message: "Couldn't export the chats. Try again.",
    variant: 'destructive',
  },
} as const satisfies Readonly<Record<string, Toast>>;
