import { params, plural, texts } from '../../../../shared/texts.ts';

export const queueTexts = texts('chat/queue', {
  label: 'Waiting messages',
  waiting: 'Waiting to be sent, in this order',
  held: 'Paused because the reply ended early',
  sendNow: 'Send now',
  edit: 'Edit',
  remove: 'Remove',
  files: plural({ one: '{count} file', other: '{count} files' }),
});

/** Offered when the user types "/" in an empty input [CHAT-042]. */
export const promptSuggestions = texts('chat/suggestions', {
  all: ['Explain this concept to me', 'Write a summary of', 'Help me understand', 'Create a plan for'],
}).all;

export const menuTexts = texts('chat/menu', {
  saved: 'Your prompts',
  published: 'Prompts for everyone',
  notLoaded: "Couldn't load your prompts",
  retry: 'Retry',
  prompts: 'Prompts',
  actions: 'Quick actions',
  commands: 'Commands',
  none: 'No matches. Keep typing to send this as a normal message.',
  open: 'Suggestions are open. Use the arrow keys to move and Enter to choose.',
});

export const mentionTexts = texts('chat/mention', {
  once: 'for this message only',
  remove: params("Don't use {name} for this message"),
});

export const quotaTexts = texts('chat/quota', {
  to: params('To {model}'),
  inDemo: params('{model} · Demo'),
  ownKey: 'your key',
  used: params(
    'You have used your {limit} messages for today. Upgrade to Professional for unlimited messages.',
  ),
  again: params('Available again at {time}.'),
  createAccount: 'Create account',
  upgrade: 'Upgrade',
});

export const sizeTexts = texts('chat/size', {
  enlarge: 'Expand input',
  reduce: 'Collapse input',
});

export const pasteTexts = texts('chat/paste', {
  plain: 'Paste without formatting',
});
