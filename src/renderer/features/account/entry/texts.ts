import { brand } from '../../../../shared/brand.ts';
import type { Toast } from '../../../lib/toast.ts';

export const codeTexts = {
  label: 'Code from the mail',
  submit: 'Continue',
  busy: 'Checking...',
  again: 'Send another mail',
  sending: 'Sending...',
  sentAgain: {
    title: 'Mail sent',
    message: 'Look into your mailbox again.',
    variant: 'info',
  } satisfies Toast,
  missing: 'Type the code from the mail.',
  /** Read by whoever opens the link on another device. */
  hint: 'Or open the link in the mail, in this browser.',
} as const;

export const mailedTexts = {
  linkTitle: 'Look into your mailbox',
  linkLead: (email: string) =>
    `If there is an account for ${email}, we have sent a mail with a link and a code. Both are good for one hour, once.`,
  confirmTitle: 'Confirm your email',
  confirmLead: (email: string) =>
    `We have sent a mail with a link and a code to ${email}. Your account opens when you use one of them.`,
  back: 'Back to sign-in',
  /** [ACCT-028] */
  done: { title: 'Signed in successfully', message: 'Welcome back!', variant: 'success' } satisfies Toast,
  confirmed: {
    title: 'Email confirmed',
    message: `Welcome to ${brand}.`,
    variant: 'success',
  } satisfies Toast,
} as const;

export const linkSignInTexts = {
  open: 'Email me a link instead',
  close: 'Use my password',
  lead: 'We send a mail with a link and a code. No password needed.',
  submit: 'Send the mail',
  busy: 'Sending...',
  forgot: 'Forgot your password?',
  shown: 'The displayed demo account has no mailbox. Use Try Demo below.',
} as const;

export const socialTexts = {
  group: 'Other ways to sign in',
  with: (name: string) => `Continue with ${name}`,
  waiting: 'Your browser is open. Sign in there, then come back.',
} as const;

export const secondFactorTexts = {
  title: 'One more step',
  lead: 'Your account is protected by a second factor. Type the code that your authenticator app shows now.',
  label: 'Code from your app',
  submit: 'Confirm',
  busy: 'Checking...',
  leave: 'Sign out',
  missing: 'Type the six digits that your app shows.',
  unavailable: 'This account has no second factor that can be used here. Ask whoever runs this service.',
} as const;

export const recoveryTexts = {
  title: 'Reset your password',
  lead: 'Tell us your email. We send a mail with a link and a code, and you choose a new password.',
  email: 'Email',
  submit: 'Send the mail',
  busy: 'Sending...',
  signIn: 'Back to sign-in',
} as const;

export const newPasswordTexts = {
  title: 'Choose a new password',
  lead: 'Your other devices are signed out when you change it.',
  forced:
    'Whoever runs this service asks you for a new password. Until you have chosen one, nothing else opens.',
  label: 'New password',
  hint: 'At least 8 characters',
  submit: 'Save the new password',
  busy: 'Saving...',
  code: 'Code from the mail',
  codeLead: 'Your session is not fresh: we have sent a code to your email, to be sure that this is you.',
  saved: {
    title: 'Password changed',
    message: 'Your other devices are signed out.',
    variant: 'success',
  } satisfies Toast,
  leave: 'Sign out',
} as const;

export const callbackTexts = {
  title: 'Signing you in',
  failedTitle: 'This link did not work',
  failed: 'It has been used already, or it is too old. Ask for a new mail.',
  elsewhereTitle: 'You are not signed in here',
  elsewhere:
    'A link signs in only the browser that asked for it, so that nobody can sign you in elsewhere, and it works once. If it was to confirm your email, that is done: sign in. If not, ask for a new mail, and open its link where you asked or type its code.',
  refused: 'The other service did not sign you in. Try again, or choose another way.',
  halfTitle: 'One mailbox more',
  half: 'This mailbox has agreed. Now open the link in the mail to the other address: then your email is changed.',
  changed: (email: string): Toast => ({
    title: 'Email changed',
    message: `Sign in with ${email} from now on.`,
    variant: 'success',
  }),
  signIn: 'Go to sign-in',
  account: 'Go to your account',
} as const;
