import type { Toast } from '../../../lib/toast.ts';

export const profileTexts = {
  name: 'Name',
  nameHint: 'How the app greets you.',
  nameMissing: 'Type a name.',
  save: 'Save',
  saving: 'Saving...',
  saved: { title: 'Name saved', variant: 'success' } satisfies Toast,
  email: 'Email',
  newEmail: 'New email',
  emailHint: 'We send a mail to your old and your new address. The change counts when both have agreed.',
  change: 'Change email',
  sending: 'Sending...',
  sameEmail: 'This is your email already.',
  pending: (from: string, to: string) =>
    `Open the links in both mails, or type their codes here: one went to ${from}, one to ${to}.`,
  codeOf: (email: string) => `Code sent to ${email}`,
  confirm: 'Confirm',
  confirming: 'Checking...',
  half: { title: 'One mailbox has agreed', message: 'Now the other one.', variant: 'info' } satisfies Toast,
  changed: { title: 'Email changed', variant: 'success' } satisfies Toast,
} as const;

export const upgradeTexts = {
  title: 'Keep what you have here',
  lead: 'You are a guest, and guests are removed after 24 hours. Create an account to keep your chats.',
  submit: 'Create my account',
  busy: 'Creating...',
  done: {
    title: 'Account created',
    message: 'All your chats are still here.',
    variant: 'success',
  } satisfies Toast,
  confirm: (email: string) =>
    `Check your email: open the link we sent to ${email}, or type its code. Until then you are still a guest.`,
} as const;
