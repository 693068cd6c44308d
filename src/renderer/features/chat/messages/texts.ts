import { params, plural, texts } from '../../../../shared/texts.ts';

export const replyTexts = texts('chat/reply', {
  regenerateWith: 'Regenerate with…',
  details: 'Reply details',
  facts: {
    model: 'Model',
    vendor: 'Provider',
    unavailableVendor: 'Unavailable provider',
    time: 'Date and time',
    took: 'Duration',
    length: 'Length',
    tokens: 'Tokens',
    price: 'Price',
    persona: 'Persona',
    instructions: 'Instructions',
    memory: 'Memory',
    chat: 'This chat',
  },
  sources: { account: 'Your settings', project: 'Project', files: 'Project files' },
  unavailable: params('{vendor}: {reason}'),
  reasons: { timeout: 'timed out', network: 'unreachable' },
  status: params('error {status}'),
  tokens: plural({ one: '{count} token', other: '{count} tokens' }),
  about: params('about {value}'),
  ownKey: params('{price}, with your own key'),
  own: params('{sum} ({own} with your own keys and models)'),
  in: params('{tokens} input'),
  inCached: params('{tokens} input ({cached} cached)'),
  out: params('{tokens} output'),
  outReasoning: params('{tokens} output ({reasoning} thinking)'),
  unpriced: plural({ one: '1 reply without a known price', other: '{count} replies without a known price' }),
  words: plural({ one: '{count} word', other: '{count} words' }),
});

export const markTexts = texts('chat/mark', {
  above: params("This chat is too long for {model}: the messages above aren't sent."),
  branch: 'New chat from here',
  branchHint: 'Copies the messages below into a new chat',
});

export const budgetTexts = texts('chat/budget', {
  change: 'You can change budgets in Settings.',
  settings: 'Open settings',
});

export const thoughtTexts = texts('chat/thoughts', {
  thinking: 'Thinking…',
  thought: 'Thinking',
  thoughtFor: params('Thought for {time}'),
  seconds: params('{seconds} s'),
  minutes: params('{minutes} min'),
  both: params('{minutes} min {seconds} s'),
  loading: 'Loading thinking…',
  notLoaded: "Couldn't load the model's thinking.",
});

export const ownTexts = texts('chat/own', {
  showAll: 'Show all',
  showLess: 'Show less',
});

export const selectionTexts = texts('chat/selection', {
  label: 'Selected text',
  quote: 'Quote',
  copy: 'Copy as Markdown',
  copied: 'Selection copied as Markdown',
});

export const listTexts = texts('chat/list', {
  newCount: plural({ one: '{count} new', other: '{count} new' }),
  toNew: plural({
    one: 'Scroll to bottom, {count} new message',
    other: 'Scroll to bottom, {count} new messages',
  }),
});

export const findTexts = texts('chat/find', {
  field: 'Find in chat',
  place: params('{place} of {count}'),
  none: 'No results',
  loading: 'Loading older messages…',
  failed: "Couldn't load older messages, so they aren't searched.",
  retry: 'Retry',
  previous: 'Previous result',
  next: 'Next result',
  close: 'Close',
});

export const mapTexts = texts('chat/map', {
  title: 'Message map',
  loading: 'Loading older messages…',
  failed: "Couldn't load older messages.",
  retry: 'Retry',
  close: 'Close',
});
