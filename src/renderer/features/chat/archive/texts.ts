import type { Toast } from '../../../lib/toast.ts';
import { params, plural, texts } from '../../../lib/texts.ts';

export const archiveTexts = texts('chat/archive', {
  archive: 'Archive',
  unarchive: 'Unarchive',
  archived: 'Archived',
  notice: 'This chat is archived. Sending a message unarchives it.',
});

export const undoNoticeTexts = texts('chat/undoNotice', {
  deleted: {
    one: params('Chat deleted: {title}'),
    several: plural({ one: '{count} chat deleted', other: '{count} chats deleted' }),
  },
  archived: {
    one: params('Chat archived: {title}'),
    several: plural({ one: '{count} chat archived', other: '{count} chats archived' }),
  },
});

const error = (message: string) => ({ title: 'Error', message, variant: 'destructive' }) satisfies Toast;

export const archiveToasts = texts('chat/archiveToasts', {
  archiveFailed: error("Couldn't archive the chat. Try again."),
  unarchiveFailed: error("Couldn't unarchive the chat. Try again."),
});
