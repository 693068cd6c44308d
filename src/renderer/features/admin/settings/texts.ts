import { params, texts } from '../../../../shared/texts.ts';

export const settingsTexts = texts('admin/settings', {
  title: 'Settings',
  lead: 'These settings apply to everyone on this installation. Changes take effect immediately and are logged.',
  loading: 'Loading settings…',
  saved: 'Settings saved',
  undone: 'Change undone',
  failed: "Couldn't save the settings",
  noLimit: 'No limit',
  groups: {
    access: 'Access',
    answers: 'Replies',
    encryption: 'Encrypted history',
    sharing: 'Shared chats',
    payments: 'Payments',
    days: 'Messages per day',
    plans: 'Starter and guest limits',
    bounds: 'Limits per account',
    budgets: 'Monthly budgets',
  },
  groupNotes: {
    access: '',
    answers: '',
    encryption:
      "Encrypted texts can be read only by their user: not by administrators, and not in backups. If a user loses all unlock methods, their history can't be restored. Turning this off keeps what is already encrypted.",
    sharing:
      'Users can share chats by links. The chats are encrypted in the browser, so the service stores text that it cannot read. Turning sharing off also stops existing links.',
    payments:
      'Simulated: users can subscribe without being charged. Off: the checkout shows that payments are unavailable.',
    days: 'Counted by UTC day. Professional has no daily limit.',
    plans: '',
    bounds:
      'How much an account may store and how fast it may write. Above a limit, saving fails with a message that names the limit.',
    budgets:
      'Monthly limits (UTC), in total and for each account on a plan. A message that could exceed one is refused before the provider is called. Models without a known price count as free. Leave empty for no limit.',
  },
  choices: {
    payments_mode: {
      simulated: 'Simulated: no one is charged',
      off: 'Off: no one can subscribe',
    },
    encrypted_history: {
      off: 'Off',
      offered: 'Users can turn it on',
    },
    sharing: {
      off: 'No one: sharing is off',
      members: 'Users with an account',
      everyone: 'Everyone who has the link',
    },
  },
  invalid: params('{label}: enter a whole number of 0 or more.'),
  invalidLimit: params('{label}: enter a number of 0 or more, or leave the field empty.'),
});

const megabytes = 'Messages and images, in total and written per day.';
const writes = 'New chats, messages and renames.';

export const settingTexts = texts('admin/setting', {
  signup_open: {
    label: 'Allow sign-up',
    hint: 'If off, only administrators can create accounts. Existing users can still sign in.',
  },
  demo_enabled: {
    label: 'Allow guests',
    hint: 'If off, "Try Demo" is hidden and everyone needs an account.',
  },
  failover: {
    label: 'Automatic failover',
    hint: "If the active provider is busy, fails or doesn't start to reply, the message is sent once to the next provider in the failover order.",
  },
  default_system_prompt: {
    label: 'Default system prompt',
    hint: 'Sent to the model in every chat without its own system prompt.',
  },
  encrypted_history: {
    label: 'Encrypted history',
    hint: 'Not available to guests.',
  },
  sharing: { label: 'Who can open links', hint: '' },
  sharing_without_expiry: {
    label: 'Allow links that never expire',
    hint: 'If off, links expire after at most 30 days.',
  },
  payments_mode: { label: 'Checkout', hint: '' },
  starter_messages_per_day: { label: 'Starter', hint: 'Per account.' },
  guest_messages_per_day: { label: 'Guest', hint: 'Per guest, for providers that need a key.' },
  guest_demo_messages_per_day: {
    label: 'Guest, demo provider',
    hint: 'Per guest, for the built-in provider.',
  },
  guest_address_messages_per_day: {
    label: 'Guests from one IP address',
    hint: 'Shared by all guests from one IP address.',
  },
  starter_models: { label: 'Models', hint: 'The first models in the selector that are not Pro.' },
  starter_history_hours: {
    label: 'Hours of history',
    hint: 'Older chats are hidden until the user deletes them or upgrades.',
  },
  guest_chats: { label: 'Guest: chats', hint: '' },
  starter_chats: { label: 'Starter: chats', hint: '' },
  professional_chats: { label: 'Professional: chats', hint: '' },
  guest_stored_messages: { label: 'Guest: messages', hint: '' },
  starter_stored_messages: { label: 'Starter: messages', hint: '' },
  professional_stored_messages: { label: 'Professional: messages', hint: '' },
  guest_stored_megabytes: { label: 'Guest: storage (MB)', hint: megabytes },
  starter_stored_megabytes: { label: 'Starter: storage (MB)', hint: megabytes },
  professional_stored_megabytes: { label: 'Professional: storage (MB)', hint: megabytes },
  guest_writes_per_minute: { label: 'Guest: writes per minute', hint: writes },
  starter_writes_per_minute: { label: 'Starter: writes per minute', hint: writes },
  professional_writes_per_minute: { label: 'Professional: writes per minute', hint: writes },
  service_cost_per_month: { label: 'All accounts: US dollars', hint: '' },
  guest_tokens_per_month: { label: 'Per guest: tokens', hint: '' },
  starter_tokens_per_month: { label: 'Per Starter: tokens', hint: '' },
  professional_tokens_per_month: { label: 'Per Professional: tokens', hint: '' },
  guest_cost_per_month: { label: 'Per guest: US dollars', hint: '' },
  starter_cost_per_month: { label: 'Per Starter: US dollars', hint: '' },
  professional_cost_per_month: { label: 'Per Professional: US dollars', hint: '' },
});

export const mailTexts = texts('admin/mail', {
  title: 'Email',
  loading: 'Loading email status…',
  none: "This service doesn't send email. To turn it on, set CLOVER_SMTP_URL and CLOVER_MAIL_FROM, then restart the service. If you use a hosted Supabase project, set up email there.",
  working: 'Email is being delivered to your mail server.',
  untested: 'No email has been sent yet. Send a test email to check the settings.',
  failing: "Couldn't send the last email. Retrying for up to one hour.",
  server: 'Mail server',
  sender: 'Sender',
  waiting: 'Waiting to be sent',
  lastSuccess: 'Last sent',
  lastError: 'Last error',
  errorAt: params('{time}: {error}'),
  never: 'Never',
  test: 'Send test email',
  queued: params('Test email to {recipient} queued'),
  failed: "Couldn't send a test email",
});
