import { params, plural, texts } from '../../lib/texts.ts';
import type { Toast } from '../../lib/toast.ts';

export const modelTexts = texts('models/model', {
  choose: params('Model: {name}. Choose another model'),
  chooseInstead: params("{model} isn't available. Model: {name}. Choose another model"),
  loading: 'Loading models',
  title: 'Models',
  empty: 'No models available.',
  help: 'What are Models?',
  helpText:
    'A model is the program that writes the replies. Larger models know more, smaller ones answer faster. You can change the model at any time; the chat stays.',
  isNew: 'New',
  isPro: 'Pro',
  isBeta: 'Beta',
  images: 'Images',
  locked: 'Part of Professional. Compare plans',
  updatedTitle: 'Models Updated',
  updated: 'Model configuration has been updated.',
  vendorUpdated: 'Vendor model configuration has been updated.',
  withVendor: params('{model} · {vendor}'),
  kinds: { active: '', enabled: '', 'own-key': 'your key', 'own-server': 'your server', 'this-computer': '' },
  onThisComputer: params('{server} on this computer'),
  useOwnKey: 'Use your own key…',
  switched: params('Switched to {vendor}'),
  use: params('Use {model}'),
  inUse: 'In use',
});

/** The list of models. */
export const pickerTexts = texts('models/picker', {
  search: 'Search models',
  noMatch: 'No model matches your search.',
  count: plural({ one: '{count} model', other: '{count} models' }),
  close: 'Close',
  favorites: 'Favorites on this device',
  recent: 'Recent',
  maker: params('{vendor} · {maker}'),
  favorite: 'Favorite',
  addFavorite: 'Add to favorites (Ctrl/⌘ + D)',
  removeFavorite: 'Remove from favorites (Ctrl/⌘ + D)',
  favoritesHelp: 'Star a model, or press Ctrl/⌘ + D, to keep it at the top on this device.',
  keeps: 'Each chat keeps its model on all your devices.',
  byDefault: 'Default for new chats…',
  unavailable: params("{model} isn't available now. {other} answers instead."),
  context: params('{size} context'),
  reply: params('{size} reply'),
  reasoning: 'Reasoning',
  /** [MODEL-027] */
  unknown: 'Unknown model: it gets the default parameters',
  tools: 'Tools',
  free: 'Free',
  price: params('{input} in, {output} out per 1M tokens'),
  priceIn: params('{input} in per 1M tokens'),
});

/** The setting for new chats. */
export const defaultModelTexts = texts('models/default', {
  label: 'Default model',
  lastPicked: 'The model picked last',
  option: params('{model} · {vendor}'),
  gone: params("{model} (isn't available now)"),
  saved: { title: 'Default model saved', variant: 'success' } satisfies Toast,
  failed: {
    title: "Couldn't save the default model. Try again.",
    variant: 'destructive',
  } satisfies Toast,
});

export const modelToasts = texts('models/modelToasts', {
  /** [MODEL-034] */
  changing: { title: 'Please Wait', message: 'Model is currently changing...', variant: 'info' },
  /** [MODEL-039] */
  changeFailed: {
    title: 'Model Change Failed',
    message: 'Could not switch to the selected model. Please try again.',
    variant: 'destructive',
  },
  /** [CHAT-085] */
  connectionIssue: params({ title: 'API Connection Issue', message: '{message}', variant: 'destructive' }),
});

/** The setting for models on this computer. */
export const localModelTexts = texts('models/local', {
  use: 'Use models on this computer',
  useNote:
    'Looks for Ollama, LM Studio, llama.cpp and vLLM on this computer, at their standard addresses. Messages to these models stay on it.',
  looking: 'Looking for models…',
  none: 'No models found. Start one of these programs and load a model, then look again.',
  failed: "Couldn't look for models. Try again.",
  again: 'Look again',
  count: plural({ one: '{count} model', other: '{count} models' }),
});
