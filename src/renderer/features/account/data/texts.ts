import { brand } from '../../../../shared/brand.ts';
import { deletionPhrase } from '../../../../shared/account/delete-account.ts';
import type { Toast } from '../../../lib/toast.ts';

export const dataTexts = {
  exportTitle: 'Take everything along',
  exportLead:
    'One archive with your account, your usage, every chat (those too that your plan hides) and every image. Each chat can be imported again.',
  export: 'Download my data',
  exporting: (done: number) =>
    done === 1 ? 'Gathering, 1 chat so far...' : `Gathering, ${done} chats so far...`,
  stop: 'Stop',
  exportFailed:
    'The archive could not be made: the service did not hand out everything. Try again in a moment.',
  exported: { title: 'Your archive is ready', variant: 'success' } satisfies Toast,
  deleteTitle: 'Delete this account',
  deleteLead:
    'Your account goes at once and for good, with all its chats, images, keys and settings. Nobody can bring it back. A running plan ends.',
  open: 'Delete my account',
  phrase: `Type “${deletionPhrase}” to confirm`,
  phraseWrong: `Type exactly: ${deletionPhrase}`,
  confirm: 'Delete for good',
  deleting: 'Deleting...',
  keep: 'Keep my account',
  deleted: {
    title: 'Account deleted',
    message: 'Everything in it is gone.',
    variant: 'success',
  } satisfies Toast,
  readme: (at: string) =>
    `${brand}: all of your account, exported at ${at}.\n\n` +
    'account.json  who you are here: plan, sessions, API keys (never the keys themselves), usage by day and model, and who looked at your account\n' +
    'chats/        one file for each chat, with all versions of its messages; each can be imported again\n' +
    'images/       the pictures that were made in your chats\n',
} as const;
