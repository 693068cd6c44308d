import type { Toast } from '../../../lib/toast.ts';
import { texts } from '../../../../shared/texts.ts';

export const archiveTexts = texts('chat/archive', {
  archive: 'Archive',
  unarchive: 'Unarchive',
  archived: 'Archived',
  notice: 'This chat is archived. Sending a message unarchives it.',
});

const failed = (title: string) => ({ title, message: 'Try again.', variant: 'destructive' }) satisfies Toast;

export const archiveToasts = texts('chat/archiveToasts', {
  archiveFailed: failed("Couldn't archive the chat"),
  unarchiveFailed: failed("Couldn't unarchive the chat"),
});
