import type { Toast } from '../../../lib/toast.ts';
import { texts } from '../../../../shared/texts.ts';

export const archiveTexts = texts('chat/archive', {
  archive: 'Archive',
  unarchive: 'Unarchive',
  archived: 'Archived',
  notice: 'This chat is archived. Sending a message unarchives it.',
});

const error = (message: string) => ({ title: 'Error', message, variant: 'destructive' }) satisfies Toast;

export const archiveToasts = texts('chat/archiveToasts', {
  archiveFailed: error("Couldn't archive the chat. Try again."),
  unarchiveFailed: error("Couldn't unarchive the chat. Try again."),
});
