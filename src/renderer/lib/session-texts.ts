import { texts } from '../../shared/texts.ts';

export const sessionTexts = texts('lib/session', {
  /** [ACCT-042, ACCT-044] */
  signedOut: { title: 'Signed Out', message: 'You have been signed out of your account.' },
  banned: {
    title: 'Your account is banned',
    message: 'Contact your administrator.',
  },
  /** [ACCT-043, ACCT-045] */
  signOutFailed: { title: 'Error', message: 'There was a problem signing you out.' },
  /** [ACCT-030, ACCT-045] */
  signInProblem: { title: 'Error', message: 'There was a problem signing you in.' },
  /** [CHAT-026] */
  chatWaits: 'Initializing real-time chat...',
  /** [CHAT-082] */
  chatNeedsSession: { title: 'Authentication Required', message: 'Please sign in to use the chat' },
  /** Shown if the URL contains a chat id [CHAT-083]. */
  chatHistoryNeedsSession: {
    title: 'Authentication Required',
    message: 'Please sign in to save and access your chat history',
  },
  /** [ADMIN-021] */
  adminNeedsSession: {
    title: 'Authentication Required',
    message: 'Please sign in to access admin features.',
  },
});
