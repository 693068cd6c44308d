import { brand } from '../../../../shared/brand.ts';
import type { TransferSource } from './open-file.ts';
import type { RefusalCode } from './transfer-error.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';
import { noResponse } from '../../../lib/unreachable.ts';

export const transferTexts = texts('chat/transfer', {
  importTitle: 'Import chats',
  importText: `Choose a file exported from ${brand}, ChatGPT or Claude (conversations.json or the .zip file). Existing chats don't change. Importing doesn't count toward your daily messages.`,
  choose: 'Choose a file',
  bring: 'Import chats from this computer',
  bringText:
    "You're using another service. You can copy the chats on this computer to your account there. They also stay on this computer.",
  reading: 'Reading the file…',
  opening: 'Opening the chats on this computer…',
  readingProgress: 'Reading progress',
  localFailed: "Couldn't read the chats on this computer. Try again.",
  unreadable: "Couldn't read the file. It may have been moved or changed. Choose it again.",
  refusals: {
    tooLarge: 'The file is larger than 256 MB. Choose a smaller one.',
    unpacksTooLarge: 'The chats in the file are larger than 256 MB. Choose a smaller export.',
    damagedZip:
      'The .zip file is damaged or has an unsupported format. Download the export again, then choose it.',
    otherZip: 'The .zip file contains no conversations.json. Choose an export from ChatGPT or Claude.',
    notJson: 'The file is incomplete or not valid JSON. Export your chats again, then choose the new file.',
    noChats: `No chats found in this file. Choose an export from ${brand}, ChatGPT or Claude (.json or .zip).`,
    tooManyChats: 'The file contains more than 20,000 chats. Choose a smaller export.',
  } satisfies Record<RefusalCode, string>,
  sources: {
    clover: brand,
    chatgpt: 'ChatGPT',
    claude: 'Claude',
    computer: 'this computer',
  } satisfies Record<TransferSource, string>,
  found: plural({ one: '{count} chat from {source}', other: '{count} chats from {source}' }),
  start: 'Import',
  stop: 'Stop',
  again: 'Choose another file',
  progress: 'Import progress',
  done: plural({ one: '{count} chat imported.', other: '{count} chats imported.' }),
  stopped: plural({
    one: 'Stopped. {count} chat imported. Import the file again to add the rest.',
    other: 'Stopped. {count} chats imported. Import the file again to add the rest.',
  }),
  failed: `${noResponse} Imported chats are kept. Import again to add the rest.`,
  present: plural({
    one: '{count} chat was already in your history.',
    other: '{count} chats were already in your history.',
  }),
  refused: plural({
    one: '{count} chat skipped: unreadable or too long.',
    other: '{count} chats skipped: unreadable or too long.',
  }),
  overLimit: plural({
    one: "{count} chat skipped: you've reached your plan's chat limit.",
    other: "{count} chats skipped: you've reached your plan's chat limit.",
  }),
  hidden: plural({
    one: '{count} chat is older than your plan allows and is hidden. Upgrade to see it, or delete it.',
    other:
      '{count} chats are older than your plan allows and are hidden. Upgrade to see them, or delete them.',
  }),
  exportTitle: 'Export all chats',
  exportText:
    'JSON includes all versions of your messages and can be imported again. Markdown is for reading. Neither includes images or files.',
  exportJson: 'Export as JSON',
  exportMarkdown: 'Export as Markdown',
  exporting: params('Reading chats: {done}'),
  nothing: 'You have no chats to export.',
});
