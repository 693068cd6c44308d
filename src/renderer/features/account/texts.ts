import { starterHiding } from '../../lib/history-rules.ts';
import { deletionPhrase } from '../../../shared/account/delete-account.ts';
import { brand } from '../../../shared/brand.ts';
import type { Billing } from '../../../shared/domain/plans.ts';
import type { Toast } from '../../lib/toast.ts';
import { params, plural, texts } from '../../../shared/texts.ts';

export const accountTexts = texts('account/account', {
  title: 'Settings',
  sections: 'Settings sections',
  allSections: 'All settings',
  close: 'Close settings',
  toChat: 'Back to chat',
  scopes: { device: 'This device', account: 'Account' },
  owner: 'This computer',
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  signOut: 'Sign out',
  retry: 'Retry',
  deviceLead: 'Your chats are stored here so that they open instantly, even offline.',
  defaultModelLead: 'New chats start with this model. Existing chats keep theirs.',
  passwordLead: 'Changing your password signs out your other devices.',
  providerKeysLead: 'With your own key, messages are sent to that provider and billed to your account there.',
});

export const profileTexts = texts('account/profile', {
  name: 'Name',
  nameHint: 'How the app greets you.',
  nameMissing: 'Enter a name.',
  nameForm: { submit: 'Save', busy: 'Saving…' },
  saved: { title: 'Name saved', variant: 'success' } satisfies Toast,
  email: 'Email',
  newEmail: 'New email',
  change: 'Change email',
  emailForm: { submit: 'Change email', busy: 'Sending…' },
  sameEmail: 'This is already your email.',
  codeOf: params('Code sent to {email}'),
  codeForm: { submit: 'Confirm', busy: 'Checking…' },
  half: {
    title: 'Email confirmed',
    message: 'Now confirm the other email.',
    variant: 'info',
  } satisfies Toast,
  changed: { title: 'Email changed', variant: 'success' } satisfies Toast,
});

export const factorTexts = texts('account/factor', {
  lead: 'After your password, you enter a code from an authenticator app on your phone.',
  off: 'Two-step sign-in is off.',
  on: "Two-step sign-in is on. Add a second app, for example on a tablet, so that losing your phone doesn't lock you out.",
  loadFailed: "Couldn't load your two-step sign-in settings.",
  begin: 'Set up an app',
  another: 'Add another app',
  preparing: 'Preparing…',
  scan: 'Scan this code with your authenticator app, or enter the key manually.',
  picture: 'QR code for your authenticator app',
  secret: 'Key',
  code: '6-digit code',
  setup: { submit: 'Turn on', busy: 'Checking…', cancel: 'Cancel' },
  turnedOn: { title: 'Two-step sign-in is on', variant: 'success' } satisfies Toast,
  app: plural({ one: 'Authenticator app', other: 'Authenticator app {count}' }),
  added: params('Added {day}'),
  remove: 'Remove',
  removeOf: params('Remove {name}'),
  removeLead: params("To confirm it's you, enter the current code from {name}."),
  removal: { submit: 'Remove app', busy: 'Removing…', cancel: 'Cancel' },
  removed: { title: 'Authenticator app removed', variant: 'success' } satisfies Toast,
});

export const sessionTexts = texts('account/session', {
  lead: "Every browser and device where you are signed in. Sign out any that you don't recognize.",
  locks:
    "Signing out a device also locks your encrypted history there, once it's online. If you lost the device, also change your keys.",
  changeKeys: 'Change keys',
  list: 'Your sessions',
  current: 'This device',
  since: params('Signed in {day}'),
  active: params('last used {day}'),
  end: 'Sign out',
  endOf: params('Sign out {name}'),
  ended: { title: 'Device signed out', variant: 'success' } satisfies Toast,
  endFailed: {
    title: "Couldn't sign out that device",
    message: 'Try again.',
    variant: 'destructive',
  } satisfies Toast,
  others: 'Sign out all other devices',
  othersWarning: 'Every device except this one is signed out.',
  othersDone: { title: 'Other devices signed out', variant: 'success' } satisfies Toast,
  everywhere: 'Sign out everywhere',
  everywhereWarning: 'Every device is signed out, including this one.',
  cancel: 'Cancel',
  busy: 'Signing out…',
  failed: "Couldn't sign out. Try again.",
  loadFailed: "Couldn't load your sessions.",
  unknownDevice: 'Unknown device',
});

/** [ROLE-021] */
export const usageTexts = texts('account/usage', {
  unlimited: plural({ one: '{count} message today, no limit', other: '{count} messages today, no limit' }),
  limited: params('{used} of {allowed} messages used'),
  meter: 'Messages used today',
  month: 'This month:',
  tokens: plural({ one: '{count} token', other: '{count} tokens' }),
  tokensOf: params('{used} of {allowed} tokens'),
  costOf: params('{used} of {allowed}'),
  own: params('With your own keys and models: {sum}'),
  together: params('Total: {sum}'),
  monthNote: "Replies with your own keys and models don't count toward limits. Resets each month (UTC).",
  resets: 'Resets at 00:00 UTC.',
  full: "You've used all of today's messages. The limit resets at 00:00 UTC.",
  upgrade: 'Professional has no daily limit. Compare plans',
  loadFailed: "Couldn't load your usage. It will appear once the service responds.",
  hiding: starterHiding,
  hiddenCount: plural({ one: '{count} chat is hidden.', other: '{count} chats are hidden.' }),
  download: 'Download hidden chats',
  delete: {
    open: 'Delete hidden chats',
    cancel: 'Cancel',
    confirm: 'Delete permanently',
    busy: 'Deleting…',
  },
  deleteWarning: plural({
    one: "The hidden chat is deleted permanently. This can't be undone.",
    other: "All {count} hidden chats are deleted permanently. This can't be undone.",
  }),
  deleteFailed: "Couldn't delete the chats. Try again.",
  deleted: { title: 'Hidden chats deleted', variant: 'success' } satisfies Toast,
});

export const planTexts = texts('account/plan', {
  loadFailed: "Couldn't load when your plan ends. It will appear once the service responds.",
  given: 'An administrator gave you Professional.',
  givenUntil: params('An administrator gave you Professional. It ends on {day}.'),
  runs: {
    monthly: 'Professional, billed monthly. The payment is simulated: no charge is made.',
    annual: 'Professional, billed annually. The payment is simulated: no charge is made.',
  } satisfies Record<Billing, string>,
  cancel: {
    open: 'Cancel plan',
    cancel: 'Keep Professional',
    confirm: 'Cancel Professional',
    busy: 'Canceling…',
  },
  warning: {
    monthly: params(
      "You keep Professional until the end of this month. After that, you're on Starter: {messages}, chats older than {history} are hidden, and your API keys are paused.",
    ),
    annual: params(
      "You keep Professional until the end of this year. After that, you're on Starter: {messages}, chats older than {history} are hidden, and your API keys are paused.",
    ),
  },
  moneyBack: params('{guarantee}: if you cancel by {day}, you pay nothing.'),
  canceled: params({
    title: 'Plan canceled',
    message: 'You keep Professional until {day}.',
    variant: 'success',
  }),
  endsOn: params("You've canceled. Professional ends on {day}, then you're on Starter."),
  resume: 'Keep Professional',
});

export const apiKeyTexts = texts('account/apiKey', {
  lead: `API keys let your programs use ${brand} as you. They can chat, turn speech into text, create embeddings and list models, nothing else.`,
  upsell: 'API keys are part of Professional.',
  paused: 'Your keys are paused, because the developer API is part of Professional.',
  plans: 'Compare plans',
  docs: 'API documentation',
  empty: 'You have no keys yet.',
  list: 'Your API keys',
  loadFailed: "Couldn't load your keys.",
  name: 'Key name',
  namePlaceholder: 'For example, Backup script',
  nameMissing: 'Enter a name for the key.',
  form: { submit: 'Create key', busy: 'Creating…' },
  createdTitle: params('Your new key "{name}"'),
  createdWarning: 'Copy it now and store it like a password. It is shown only once.',
  copy: 'Copy key',
  copied: 'API key copied to clipboard',
  done: "I've copied it",
  createdAt: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  revokedAt: 'Revoked',
  revoke: { open: 'Revoke', cancel: 'Cancel', confirm: 'Revoke key', busy: 'Revoking…' },
  revokeOf: params('Revoke {name}'),
  revokeWarning: "Programs that use this key stop working immediately. This can't be undone.",
  revoked: { title: 'API key revoked', variant: 'success' } satisfies Toast,
});

export const privacyTexts = texts('account/privacy', {
  consent: 'Let support see my chats',
  consentNote:
    'When off, support can see that you have chats, but not their titles or text. You can turn it off at any time.',
  consentFailed: "Couldn't save this setting. Try again.",
  mergeTitle: 'Merge this account',
  mergeQuestion: params(
    'An administrator wants to merge this account into {email}. If you agree, all your chats, instructions, personas, prompts and projects move there and this account is deleted. Agree only if {email} is yours, because its user can then read all of them.',
  ),
  mergeAgreed: params(
    'You agreed to merge this account into {email}. You can withdraw until the merge is done. Your consent expires after 30 days.',
  ),
  agree: 'Agree',
  decline: 'Decline',
  withdraw: 'Withdraw',
  mergeFailed: "Couldn't save your answer. Try again.",
  receipts: 'Who has viewed your account',
  receiptsLead:
    'Every time an administrator views, changes or exports your account, or changes the active provider, an entry appears here. No one can remove entries.',
  none: 'No one yet.',
  loadFailed: "Couldn't load the list.",
  older: 'Show older entries',
  by: params('{at}, by an administrator'),
  reason: params('Reason given: {reason}'),
  otherAction: params('Your account was changed ({name})'),
});

/** The keys are action names from the audit log. */
const actionTexts = texts('account/actions', {
  'user.show': 'Your account was viewed',
  'user.impersonate': 'A read-only view of your account was opened',
  'user.view': 'A page of your account was viewed',
  'user.end-impersonation': 'The read-only view of your account was closed',
  'user.grant-role': 'You were given a role',
  'user.revoke-role': 'One of your roles was removed',
  'user.set-plan': 'Your plan was changed',
  'user.set-budget': 'Your limits were changed',
  'user.restrict': 'Your account was temporarily suspended',
  'user.lift': 'A restriction was lifted',
  'user.reset-password': 'You were required to choose a new password',
  'user.export': 'A list of accounts was exported, which may include yours',
  'user.end-session': 'You were signed out of one device',
  'user.set-verified': 'Your email verification was changed',
  'user.ask-merge': 'An administrator asked to merge your account',
  'user.merge': 'Another account was merged with yours',
  'user.merged-away': 'Your account was merged into another one',
  'user.delete': 'An administrator started to delete your account',
  'user.create-started': 'An administrator started to create your account',
  'user.create': 'Your account was created',
  'user.create-failed': 'An attempt to create your account failed',
  'vendor.activate': 'The active provider was changed for everyone',
  'vendor.save': "A provider's URL was changed for everyone",
  'api-key.revoke': 'One of your API keys was revoked',
  'log.export': "Your account's log was exported",
});

export const actionText = (name: string): string =>
  Object.hasOwn(actionTexts, name)
    ? actionTexts[name as keyof typeof actionTexts]
    : privacyTexts.otherAction({ name });

export const exportTexts = texts('account/export', {
  title: 'Download your data',
  lead: 'One archive with your account, your usage, every chat (including hidden ones) and every image. Each chat can be imported again.',
  everything: 'Download my data',
  progress: 'Download progress',
  chatsRead: params('Reading chats: {count} so far'),
  filesRead: params('Reading images and files: {done} of {count}'),
  stop: 'Stop',
  failed: "Couldn't create the archive, because the service didn't return all of your data. Try again.",
  done: params({ title: 'Your archive is saved', message: '{name}', variant: 'success' }),
  readme: params(`${brand}: all data of your account, exported at {at}.

account.json  your plan, sessions, API keys (never the keys themselves), usage by day and model, unsent drafts, instructions, personas, projects, saved prompts, and who viewed your account
chats/        one file for each chat, with all versions of its messages; each can be imported again
images/       the images created in your chats
files/        the files that you attached to messages; each chat names its files
project-files/ the text of your project files
`),
});

export const deleteTexts = texts('account/delete', {
  title: 'Delete this account',
  lead: "Your account and all data are deleted immediately, including chats, images, keys and settings. Your plan ends. This can't be undone.",
  open: 'Delete my account',
  phrase: `Type "${deletionPhrase}" to confirm`,
  phraseWrong: `Type exactly: ${deletionPhrase}`,
  form: { submit: 'Delete permanently', busy: 'Deleting…' },
  cancel: 'Cancel',
  done: {
    title: 'Account deleted',
    message: 'All your data was deleted.',
    variant: 'success',
  } satisfies Toast,
});
