import { brand } from '../../../../shared/brand.ts';
import { guestDeletion } from '../../../lib/history-rules.ts';
import type { Toast } from '../../../lib/toast.ts';
import { params, texts } from '../../../../shared/texts.ts';

export const signInTexts = texts('account/signIn', {
  title: 'Sign in',
  lead: `Welcome back to ${brand}.`,
  guestLead: 'Or chat as a guest right away.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign In',
  /** [ACCT-024] */
  busy: 'Signing In...',
  byEmail: 'Email me a link instead',
  byPassword: 'Use my password',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  /** [ACCT-028] */
  done: { title: 'Signed in successfully', message: 'Welcome back!', variant: 'success' } satisfies Toast,
  /** [ACCT-029] */
  failed: params('Sign in failed: {reason}'),
  checkCredentials: 'Please check your credentials and try again',
});

export const demoTexts = texts('account/demo', {
  title: 'No account required',
  lead: `Look around as a guest. ${guestDeletion}`,
  email: 'Email',
  password: 'Password',
  action: 'Try Demo',
  busy: 'Opening the demo…',
  /** [ACCT-036] */
  done: { title: 'Demo mode active', message: "You're now signed in as a demo user!" },
  /** [ACCT-037] */
  failed: { title: 'Demo login failed', message: 'There was an error signing in with demo credentials' },
  noEmail: "The demo account can't receive email. Use Try Demo instead.",
});

export const newAccountTexts = texts('account/newAccount', {
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  /** [ACCT-010] */
  passwordHint: 'At least 8 characters',
});

export const signUpTexts = texts('account/signUp', {
  title: 'Create your account',
  lead: params('Free, {messages}. No card needed.'),
  submit: 'Create Account',
  /** [ACCT-013] */
  busy: 'Creating Account...',
  tryDemo: 'Try Demo First',
  hasAccount: 'Already have an account?',
  signIn: 'Sign in',
  /** [ACCT-016] */
  done: { title: 'Account created', message: "You've successfully signed up!" },
  /** [ACCT-017] */
  failed: { title: 'Error', message: 'Failed to create account. Please try again.' },
});

export const guestUpgradeTexts = texts('account/guestUpgrade', {
  title: 'Keep your chats',
  lead: guestDeletion,
  changes: 'With a free account:',
  asGuest: params('{messages}. As a guest, you have {count} a day with the current provider.'),
  keeping: params(
    'Your chats are kept until you delete them. The last {time} are shown, or all of them with Professional.',
  ),
  submit: 'Create account',
  busy: 'Creating…',
  done: {
    title: 'Account created',
    message: 'Your chats are still here.',
    variant: 'success',
  } satisfies Toast,
});

export const mailFormTexts = texts('account/mailForm', { submit: 'Send email', busy: 'Sending…' });

export const codeTexts = texts('account/code', {
  label: 'Code from the email',
  submit: 'Continue',
  busy: 'Checking…',
  again: 'Send another email',
  sending: 'Sending…',
  missing: 'Enter the code from the email.',
  hint: 'Or open the link from the email in this browser.',
  back: 'Back to sign-in',
  confirmTitle: 'Confirm your email',
  confirmed: {
    title: 'Email confirmed',
    message: `Welcome to ${brand}.`,
    variant: 'success',
  } satisfies Toast,
});

export const mailboxTexts = texts('account/mailbox', {
  note: 'This installation has no mail server. Its emails go to a built-in mailbox.',
  open: 'Open the mailbox',
});

/** The texts differ if a service without a mail server stores emails in its mailbox. */
export const deliveryTexts = texts('account/delivery', {
  sent: {
    signInLead: "We'll email you a link and a code. No password needed.",
    resetLead: "Enter your email. We'll send you a link and a code to choose a new password.",
    title: 'Check your email',
    lead: params(
      'If {email} has an account, we sent a link and a code. The link and code expire in one hour.',
    ),
    confirmLead: params('We sent a link and a code to {email}. Use either one to finish signing up.'),
    again: { title: 'Email sent', message: 'Check your email again.', variant: 'info' } satisfies Toast,
    upgradeLead: params(
      "Open the link we sent to {email}, or enter its code. Until then, you're still a guest.",
    ),
    changeHint:
      "We'll send a link to both your old and your new email. Your email changes once you confirm both.",
    changeLead: params('Open the links we sent to {from} and {to}, or enter their codes here.'),
    passwordCode: "To confirm it's you, we sent a code to your email.",
  },
  stored: {
    signInLead: "You'll get a link and a code. No password needed.",
    resetLead: 'Enter your email to get a link and a code. Use one of them to choose a new password.',
    title: 'Check the mailbox',
    lead: params('If {email} has an account, its link and code are in the mailbox. They expire in one hour.'),
    confirmLead: params('We created a link and a code for {email}. Use either one to finish signing up.'),
    again: { title: 'New email', message: 'Check the mailbox again.', variant: 'info' } satisfies Toast,
    upgradeLead: params(
      "We created a link and a code for {email}. Until you use one of them, you're still a guest.",
    ),
    changeHint: 'Your old and your new email each get a link. Your email changes after you confirm both.',
    changeLead: params('We created links and codes for {from} and {to}. Confirm both.'),
    passwordCode: "To confirm it's you, we created a code.",
  },
});

export const socialTexts = texts('account/social', {
  group: 'Other ways to sign in',
  passkey: 'Sign in with a passkey',
  with: params('Continue with {name}'),
  waiting: 'Your browser is open. Sign in there, then come back.',
});

export const secondFactorTexts = texts('account/secondFactor', {
  title: 'One more step',
  lead: 'Two-step sign-in is on for your account. Enter the code from your authenticator app.',
  label: '6-digit code',
  submit: 'Confirm',
  busy: 'Checking…',
  leave: 'Sign out',
  missing: 'Enter the 6-digit code from your app.',
  unavailable: 'None of your authenticator apps can be used here. Contact your administrator.',
});

export const resetTexts = texts('account/reset', {
  title: 'Reset your password',
  email: 'Email',
  signIn: 'Back to sign-in',
});

export const newPasswordTexts = texts('account/newPassword', {
  title: 'Choose a new password',
  lead: 'Changing your password signs out your other devices.',
  forced: 'An administrator requires a new password. Choose one to continue.',
  label: 'New password',
  hint: 'At least 8 characters',
  submit: 'Save new password',
  busy: 'Saving…',
  code: 'Code from the email',
  saved: {
    title: 'Password changed',
    message: 'Your other devices are signed out.',
    variant: 'success',
  } satisfies Toast,
  leave: 'Sign out',
});

export const callbackTexts = texts('account/callback', {
  title: 'Signing you in',
  failedTitle: "This link doesn't work",
  failed: 'It was already used, or it has expired. Request a new email.',
  elsewhereTitle: "You're not signed in here",
  elsewhere:
    "A link works only once, and only in the browser that requested it. If you were confirming your email, it's now confirmed, so you can sign in. Otherwise, request a new email and open its link in the same browser, or enter its code.",
  refusedTitle: "Couldn't sign you in",
  refused: 'The sign-in was canceled or failed. Try again, or choose another way to sign in.',
  broken: 'Something went wrong. Try again later, or request a new email.',
  halfTitle: 'One more email to confirm',
  half: 'One email is confirmed. Now open the link in the other one.',
  changed: params({
    title: 'Email changed',
    message: 'Sign in with {email} from now on.',
    variant: 'success',
  }),
  signIn: 'Go to sign-in',
  account: 'Go to your account',
});
