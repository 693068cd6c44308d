import { brand } from '../../../../shared/brand.ts';
import type { Question } from '../../../lib/question.ts';
import type { Toast } from '../../../lib/toast.ts';

/** Every word of what can be done with a message. */
export const messageTexts = {
  edit: 'Edit message',
  editField: 'Edited message',
  editNote: 'The message before stays as another version.',
  send: 'Send',
  cancel: 'Cancel',
  regenerate: 'Answer again',
  continue: 'Continue',
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  more: 'More',
  fork: 'New chat from here',
  delete: 'Delete',
  versions: (place: number, count: number) => `Version ${place} of ${count}`,
  earlierVersion: 'Earlier version',
  laterVersion: 'Later version',
} as const;

export const deleteQuestion: Question = {
  title: 'Delete this message?',
  text: 'It is deleted with everything that follows it. Other versions of it stay. This cannot be undone.',
  confirm: 'Delete',
  cancel: 'Keep',
};

const failure = (message: string): Toast => ({ title: 'Error', message, variant: 'destructive' });

export const messageToasts = {
  /** [CHAT-105] */
  voiceIsPro: {
    title: `${brand} Voice`,
    message: `${brand} Voice is a Pro feature. Upgrade to ${brand} Pro to listen to responses.`,
    variant: 'info',
  },
  noVoice: failure('This device has no voice to read with.'),
  versionNotShown: failure('The other version could not be shown. Please try again.'),
  notDeleted: failure('The message could not be deleted. Please try again.'),
  notFound: failure('This message is not there any more.'),
  notForked: failure('The new chat could not be made. Please try again.'),
  forkRefused: failure,
  forked: { title: 'Success', message: 'Chat copied up to this message', variant: 'success' },
} as const satisfies Readonly<Record<string, Toast | ((message: string) => Toast)>>;
