export const createTexts = {
  title: 'Create a user',
  text: 'The address counts as confirmed. The user chooses a password with “Forgot password?” on the sign-in page; you never see it.',
  name: 'Name',
  email: 'E-mail address',
  plan: 'Plan',
  roles: 'Roles',
  roleHints: {
    admin: 'Full access to this console.',
    restricted: 'Can read their chats, but not send messages.',
    banned: 'Blocked from the product.',
  },
  save: 'Create user',
} as const;

export const planTexts = {
  title: (name: string) => `Plan of ${name}`,
  text: 'Sets the plan without a payment. Replaces a plan that the user bought.',
  plan: 'Plan',
  until: 'Until',
  untilHint: 'Leave empty for no end date.',
  done: (name: string, plan: string) => `${name} is now on ${plan}`,
} as const;

export const budgetTexts = {
  title: (name: string) => `Monthly budget of ${name}`,
  text: 'When the budget is used up, messages are refused until the next month (UTC). Leave empty for the limits of the plan.',
  loading: 'Loading limits…',
  tokens: 'Tokens per month',
  cost: 'US dollars per month',
  invalid: 'Enter whole tokens and dollars of 0 or more, or leave the field empty.',
  done: (name: string) => `Budget of ${name} saved`,
} as const;

export const suspendTexts = {
  title: (name: string) => `Suspend ${name} temporarily`,
  text: 'Ends automatically. A ban signs the user out everywhere; a restriction lets them read, but not send messages.',
  type: 'Type',
  types: { restrict: 'Restriction: can read, but not send', ban: 'Ban: blocked from the product' },
  duration: 'Duration',
  durations: { hour: '1 hour', day: '1 day', week: '1 week', month: '30 days', until: 'Until a date' },
  until: 'Until',
  reason: 'Reason',
  reasonHint: 'Stored in the audit log. Leave out names and addresses.',
  noReason: 'Enter a reason.',
  invalidDate: 'Enter a date and time.',
  past: 'This date has passed. Choose one at least a minute from now.',
  far: 'A suspension can last at most ten years.',
  save: 'Suspend',
  done: (name: string) => `${name} is suspended`,
} as const;

export const mergeTexts = {
  title: (name: string) => `Merge ${name} into another account`,
  text: 'Chats, messages, images and usage move to the other account, then this one is deleted. Roles, keys and settings don’t move. This can’t be undone. If the account has chats, its owner must agree first.',
  target: 'Merge into',
  targetHint: 'Search for the account to keep',
  choose: (name: string) => `Merge into ${name}`,
  preview: 'What moves',
  counting: 'Counting what moves…',
  moves: { chats: 'Chats', messages: 'Messages', images: 'Images', usage_rows: 'Usage records' },
  keys: 'API keys to be revoked',
  access: 'Access afterwards',
  plan: 'Plan afterwards',
  confirm: 'Merge accounts',
  busy: 'Merging...',
  request: 'Ask the owner',
  requesting: 'Asking...',
  consents: {
    not_needed: 'Not needed: the account has no chats',
    given: 'The owner agreed',
    asked: 'Requested, not answered yet',
    needed: 'Needed: chats move only if their owner agrees',
  },
  consent: 'Consent',
  requestedText:
    'The owner can answer on their account page, under Privacy. Come back when they have agreed.',
  change: 'Choose another',
  done: (source: string, target: string) => `${source} was merged into ${target}`,
} as const;

export const startViewTexts = {
  title: (name: string) => `View as ${name}?`,
  text: 'Opens a read-only view for at most 60 minutes. Each page you open is logged, and the user sees that you looked. Chat titles and messages are hidden unless the user lets support see them.',
  confirm: 'Start view',
  busy: 'Starting...',
} as const;
