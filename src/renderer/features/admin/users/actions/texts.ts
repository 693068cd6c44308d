import { params, texts } from '../../../../../shared/texts.ts';

export const createTexts = texts('admin/create', {
  title: 'Create a user',
  text: 'The email counts as confirmed. The user chooses a password with "Forgot your password?" on the sign-in page. You never see it.',
  name: 'Name',
  email: 'Email',
  plan: 'Plan',
  roles: 'Roles',
  roleHints: {
    admin: 'Full access to the Admin Panel.',
    restricted: "Can read their chats, but can't send messages.",
    banned: "Can't sign in.",
  },
  save: 'Create user',
});

export const planTexts = texts('admin/plan', {
  title: params('Plan for {name}'),
  text: 'Sets the plan without a payment. Replaces any plan that the user bought.',
  plan: 'Plan',
  until: 'Until',
  untilHint: 'Leave empty for no end date.',
  past: 'Choose a date that is not in the past.',
  done: params('{name} is now on {plan}'),
});

export const budgetTexts = texts('admin/budget', {
  title: params("{name}'s monthly budget"),
  text: "When the budget is used up, messages are refused until the next month (UTC). Leave empty to use the plan's limits.",
  loading: 'Loading limits…',
  tokens: 'Tokens per month',
  cost: 'US dollars per month',
  invalid: 'Enter a whole number of tokens and an amount of 0 or more, or leave the fields empty.',
  done: params("{name}'s budget saved"),
});

export const suspendTexts = texts('admin/suspend', {
  title: params('Suspend {name} temporarily'),
  text: "Ends automatically. A ban signs the user out everywhere. With a restriction, they can read their chats, but can't send messages.",
  type: 'Type',
  types: { restrict: "Restriction: can read, but can't send", ban: "Ban: can't sign in" },
  duration: 'Duration',
  durations: { hour: '1 hour', day: '1 day', week: '1 week', month: '30 days', until: 'Until a date' },
  until: 'Until',
  reason: 'Reason',
  reasonHint: 'Stored in the audit log. Leave out names and email addresses.',
  noReason: 'Enter a reason.',
  invalidDate: 'Enter a date and time.',
  past: 'Choose a date and time at least one minute from now.',
  far: 'A suspension can last at most ten years.',
  save: 'Suspend',
  done: params('{name} is suspended'),
});

export const mergeTexts = texts('admin/merge', {
  title: params('Merge {name} into another account'),
  text: "Chats, messages, images, instructions, personas, prompts, projects and usage move to the other account, then this one is deleted. Roles, keys and settings don't move. This can't be undone. Unless the account is empty, its owner must agree first.",
  target: 'Merge into',
  targetHint: 'Search for the account to keep',
  choose: params('Merge into {name}'),
  preview: 'What will be moved',
  counting: 'Counting…',
  moves: { chats: 'Chats', messages: 'Messages', images: 'Images', usage_rows: 'Usage records' },
  keys: 'API keys to be revoked',
  access: 'Access after the merge',
  plan: 'Plan after the merge',
  confirm: 'Merge accounts',
  busy: 'Merging…',
  request: 'Ask the owner',
  requesting: 'Asking…',
  consents: {
    not_needed: 'Not needed: the account is empty',
    given: 'The owner agreed',
    asked: 'Requested, not answered yet',
    needed: 'Needed: the owner has not agreed',
  },
  consent: 'Consent',
  requestedText: 'The owner can answer in Settings, under Privacy and data. Come back when they have agreed.',
  change: 'Choose another',
  done: params('{source} was merged into {target}'),
});

export const startViewTexts = texts('admin/startView', {
  title: params('View as {name}?'),
  text: 'Opens a read-only view for at most 60 minutes. Each page you open is logged, and the user can see that you viewed their account. Chat titles and messages are hidden unless the user lets support see them.',
  confirm: 'Start view',
  busy: 'Starting…',
});
