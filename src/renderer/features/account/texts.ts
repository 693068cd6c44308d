import { brand } from '../../../shared/brand.ts';
import type { Billing, StarterPlan } from '../../../shared/domain/plans.ts';
import { planFacts } from '../../lib/plan-texts.ts';
import type { Toast } from '../../lib/toast.ts';

export const signInTexts = {
  title: 'Sign in',
  lead: `Welcome back to ${brand}.`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign In',
  /** [ACCT-024] */
  busy: 'Signing In...',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  /** [ACCT-028] */
  done: { title: 'Signed in successfully', message: 'Welcome back!' },
  /** [ACCT-029] */
  failed: { title: 'Sign in failed', message: 'Please check your credentials and try again' },
} as const;

export const demoTexts = {
  title: 'No account required',
  lead: 'Look around as a guest. You get a session of your own, removed after 24 hours.',
  email: 'Email',
  password: 'Password',
  action: 'Try Demo',
  busy: 'Opening the demo...',
  /** [ACCT-036] */
  done: { title: 'Demo mode active', message: "You're now signed in as a demo user!" },
  /** [ACCT-037] */
  failed: { title: 'Demo login failed', message: 'There was an error signing in with demo credentials' },
} as const;

export const newAccountTexts = {
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  /** [ACCT-010] */
  passwordHint: 'At least 8 characters',
} as const;

export const signUpTexts = {
  title: 'Create your account',
  lead: 'Three fields, and you can write.',
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
  confirm: {
    title: 'Confirm your email',
    message: 'We have sent you a mail with a link and a code.',
  },
} as const;

export const accountTexts = {
  title: 'Account',
  sections: 'Sections of the account',
  owner: 'This computer',
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  signOut: 'Sign Out',
} as const;

/** [ROLE-021] */
export const usageTexts = {
  unlimited: (used: number) =>
    used === 1 ? '1 message today, no limit' : `${used} messages today, no limit`,
  limited: (used: number, allowed: number) => `${used} of ${allowed} messages used`,
  meter: 'Messages used today',
  resets: 'A day begins at 00:00 UTC.',
  full: 'Today’s messages are used up. The next day begins at 00:00 UTC.',
  upgrade: 'Professional has no daily limit. Compare the plans',
  unknown: 'Your usage could not be read. It is shown again as soon as the service answers.',
  hiding: 'Older chats are hidden and kept until you delete them or upgrade.',
  hiddenCount: (count: number) => (count === 1 ? '1 chat is hidden.' : `${count} chats are hidden.`),
  take: 'Download hidden chats',
  erase: 'Delete hidden chats',
  eraseWarning: (count: number) =>
    `${count === 1 ? 'The hidden chat is' : `All ${count} hidden chats are`} deleted for good. This cannot be undone.`,
  eraseNow: 'Delete for good',
  erasing: 'Deleting...',
  eraseFailed: 'The chats were not deleted. Try again in a moment.',
  keep: 'Keep them',
  erased: { title: 'Hidden chats deleted', variant: 'success' } satisfies Toast,
} as const;

export const planTexts = {
  unknown: 'When your plan ends could not be read. It is shown again as soon as the service answers.',
  given: 'An administrator gave you Professional.',
  givenUntil: (day: string) => `An administrator gave you Professional. It ends on ${day}.`,
  runs: {
    monthly: 'Professional, billed monthly. The payment is simulated: no charge is made.',
    annual: 'Professional, billed annually. The payment is simulated: no charge is made.',
  } satisfies Record<Billing, string>,
  cancel: 'Cancel plan',
  warning: (billing: Billing, plan: StarterPlan) =>
    `You keep Professional until the end of this ${billing === 'annual' ? 'year' : 'month'}. After that you are on Starter: ${planFacts.messages(plan)}, chats older than ${planFacts.history(plan)} are hidden, and your API keys are paused.`,
  moneyBack: (day: string) => `${planFacts.moneyBack}: if you cancel by ${day}, you pay nothing.`,
  keep: 'Keep Professional',
  cancelNow: 'Cancel Professional',
  cancelling: 'Cancelling...',
  cancelledToast: (day: string): Toast => ({
    title: 'Plan cancelled',
    message: `Professional goes on until ${day}.`,
    variant: 'success',
  }),
  endsOn: (day: string) =>
    `You have cancelled. Professional ends on ${day}, and you are on Starter afterwards.`,
  goOn: 'Go on with Professional',
} as const;

export const apiKeyTexts = {
  lead: 'Keys let programs of your own chat as you. Each counts as you, and can do nothing but chat and list models.',
  upsell: `Programs of your own can use ${brand} through the developer API. It is part of Professional.`,
  paused: 'Your keys are paused: the developer API is part of Professional.',
  plans: 'Compare the plans',
  docs: 'Read how to use the API',
  empty: 'You have no keys yet.',
  list: 'Your API keys',
  listFailed: 'Your keys could not be read.',
  retry: 'Retry',
  name: 'Name of a new key',
  namePlaceholder: 'What will use it',
  nameMissing: 'Please give the key a name',
  create: 'Create key',
  creating: 'Creating...',
  createdTitle: (name: string) => `Your new key “${name}”`,
  createdWarning:
    'Copy it now and keep it like a password: it is shown only this once and cannot be read back later.',
  copy: 'Copy key',
  copied: 'API key copied to clipboard',
  done: 'I have copied it',
  createdAt: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  revokedAt: 'Revoked',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeWarning: 'Programs that use this key stop working at once, for good.',
  revokeNow: 'Revoke key',
  revoking: 'Revoking...',
  keep: 'Keep it',
  revokedToast: { title: 'API key revoked', variant: 'success' } satisfies Toast,
} as const;
