import type { SettingKey } from '../../../../shared/admin/settings.ts';

export interface SettingText {
  readonly label: string;
  readonly hint: string;
}

export const settingsTexts = {
  title: 'Settings',
  lead: 'How this installation behaves for everybody. Each change takes effect with the next request and is logged.',
  loading: 'Reading the settings',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Settings saved',
  failed: 'The settings were not saved',
  undone: 'Settings saved.',
  noLimit: 'No limit',
  groups: {
    access: 'Who may come in',
    answers: 'Answers',
    payments: 'Payments',
    days: 'Messages a day',
    plans: 'What the plan Starter and guests have',
    bounds: 'Limits of an account',
    budgets: 'Budgets a month',
  },
  groupNotes: {
    access: '',
    answers: '',
    payments: 'Simulated: the checkout records the plan. Off: it says that payments are not connected.',
    days: 'Counted by UTC days. Professional has no daily limit.',
    plans: '',
    bounds:
      'What one account may store, and how fast it may write. Beyond a limit, saving is refused with a sentence that names it.',
    budgets: 'For each account, by its plan and UTC month. Empty is no limit.',
  },
  payments: {
    simulated: 'Simulated: nobody is charged',
    off: 'Off: nobody can subscribe',
  },
  invalid: (label: string) => `${label}: enter a whole number of zero or more.`,
  invalidLimit: (label: string) => `${label}: enter a number of zero or more, or leave it empty.`,
} as const;

/** What each setting is called, and what it does. */
export const settingTexts = {
  signup_open: {
    label: 'Sign-up is open',
    hint: 'Off: nobody can create an account but administrators. Those who have one sign in as before.',
  },
  demo_enabled: {
    label: 'Guests may try the product',
    hint: 'Off: "Try Demo" is gone, and nobody comes in without an account.',
  },
  failover: {
    label: 'Let another vendor stand in',
    hint: 'When the active vendor is busy, failing or silent before its first word, the message goes once to the next one in the order.',
  },
  default_system_prompt: {
    label: 'Default prompt',
    hint: 'What a model is told before a chat that brings no prompt of its own.',
  },
  payments_mode: { label: 'Checkout', hint: '' },
  starter_messages_per_day: { label: 'Starter', hint: 'Of one account.' },
  guest_messages_per_day: { label: 'Guest', hint: 'Of one guest, on vendors that need a key.' },
  guest_demo_messages_per_day: { label: 'Guest, built-in vendor', hint: 'Of one guest, on the demo vendor.' },
  guest_address_messages_per_day: {
    label: 'Guests of one address',
    hint: 'Of all guests of a network address together.',
  },
  starter_models: { label: 'Models', hint: 'The first ones in the order that are not Pro.' },
  starter_history_hours: {
    label: 'Hours of history',
    hint: 'Older chats are hidden and kept until the person deletes them or upgrades.',
  },
  guest_chats: { label: 'Guest: chats', hint: '' },
  starter_chats: { label: 'Starter: chats', hint: '' },
  professional_chats: { label: 'Professional: chats', hint: '' },
  guest_stored_messages: { label: 'Guest: messages', hint: '' },
  starter_stored_messages: { label: 'Starter: messages', hint: '' },
  professional_stored_messages: { label: 'Professional: messages', hint: '' },
  guest_stored_megabytes: {
    label: 'Guest: megabytes',
    hint: 'Messages and images, stored in all and written in a day.',
  },
  starter_stored_megabytes: {
    label: 'Starter: megabytes',
    hint: 'Messages and images, stored in all and written in a day.',
  },
  professional_stored_megabytes: {
    label: 'Professional: megabytes',
    hint: 'Messages and images, stored in all and written in a day.',
  },
  guest_writes_per_minute: { label: 'Guest: writes a minute', hint: 'New chats, messages and renames.' },
  starter_writes_per_minute: { label: 'Starter: writes a minute', hint: 'New chats, messages and renames.' },
  professional_writes_per_minute: {
    label: 'Professional: writes a minute',
    hint: 'New chats, messages and renames.',
  },
  guest_tokens_per_month: { label: 'Guest: tokens', hint: '' },
  starter_tokens_per_month: { label: 'Starter: tokens', hint: '' },
  professional_tokens_per_month: { label: 'Professional: tokens', hint: '' },
  guest_cost_per_month: { label: 'Guest: US dollars', hint: '' },
  starter_cost_per_month: { label: 'Starter: US dollars', hint: '' },
  professional_cost_per_month: { label: 'Professional: US dollars', hint: '' },
} as const satisfies Readonly<Record<SettingKey, SettingText>>;

export const mailTexts = {
  title: 'Mail',
  loading: 'Loading mail status…',
  none: 'This service sends no mail. Set CLOVER_SMTP_URL and CLOVER_MAIL_FROM, then restart it. A hosted project has its own mail settings.',
  working: 'Mail is being delivered to your mail server.',
  untested: 'No mail has been sent yet. Send a test mail to check the settings.',
  failing: 'The last mail could not be sent. It is retried for one hour.',
  server: 'Mail server',
  sender: 'Sender',
  waiting: 'Waiting to be sent',
  lastSuccess: 'Last sent',
  lastError: 'Last error',
  never: 'Never',
  test: 'Send test mail',
  queued: (recipient: string) => `Test mail to ${recipient} queued`,
  failed: "Couldn't send a test mail",
} as const;
