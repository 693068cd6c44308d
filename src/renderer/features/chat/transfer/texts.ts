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
  importText: `From an export of ${brand}, ChatGPT (conversations.json) or Claude (conversations.json), or the .zip that holds it. Chats that are here already stay as they are. An import costs no messages of your day.`,
  choose: 'Choose a file',
  bring: 'Bring the chats of this computer along',
  bringText:
    'You are signed in at another service. The chats on this computer can be copied into your account there; they stay here as well.',
  reading: 'Reading the file…',
  opening: 'Opening the chats of this computer…',
  readingProgress: 'How much has been read',
  localFailed: 'The chats of this computer could not be read.',
  unreadable: 'The file could not be read. It may have been moved or changed: please choose it again.',
  found: (source: TransferSource, count: number) => `${chats(count)} from ${sources[source]}`,
  start: 'Import',
  stop: 'Stop',
  again: 'Choose another file',
  progress: 'Progress of the import',
  done: ({ imported }: ImportProgress) => `${chats(imported)} imported.`,
  stopped: ({ imported }: ImportProgress) =>
    `Stopped. ${chats(imported)} imported so far, each whole; begin again to bring the others.`,
  failed: 'The service could not be reached. What was imported stays; begin again to bring the others.',
  present: (count: number) => `${chats(count)} had been here already.`,
  refused: (count: number) => `${chats(count)} could not be read, or are too long, and were left out.`,
  overLimit: (count: number) => `${chats(count)} no longer fitted your plan and were left out.`,
  hidden: (count: number) =>
    `Older than your plan shows: ${chats(count)}, hidden and kept until you delete them or upgrade.`,
  exportTitle: 'Export all chats',
  exportText:
    'JSON keeps everything and can be imported again; Markdown is to be read. Pictures stay with the service and are named only.',
  exportJson: 'Export as JSON',
  exportMarkdown: 'Export as Markdown',
  exporting: (done: number) => `Reading chats: ${done.toLocaleString('en')}`,
  nothing: 'There is nothing to export yet.',
  exportAs: 'Export as…',
  asMarkdown: 'Markdown (.md)',
  asJson: 'JSON (.json)',
} as const;

export const transferToasts = {
  exportFailed: {
    title: 'Error',
    message: 'The chats could not be exported. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Readonly<Record<string, Toast>>;
