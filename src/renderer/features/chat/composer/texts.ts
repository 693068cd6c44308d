import { texts } from '../../../lib/texts.ts';

/** Messages that wait for a running reply. */
export const queueTexts = texts('chat/queue', {
  label: 'Waiting messages',
  waiting: 'Waiting, sent in this order',
  held: 'Waiting because the reply ended early',
  sendNow: 'Send now',
  edit: 'Edit',
  remove: 'Remove',
});

/** The menu that "/" opens. */
export const menuTexts = texts('chat/menu', {
  prompts: 'Prompts',
  actions: 'Quick actions',
  commands: 'Commands',
  none: 'No match. Add more words to send this as a message.',
  open: 'Suggestions are open. Select with the arrow keys, choose with Enter.',
});
