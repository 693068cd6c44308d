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
