import { params, texts } from '../../../shared/texts.ts';

export const modelTexts = texts('models/model', {
  choose: params('Model: {name}. Choose another model'),
  chooseInstead: params("{model} isn't available. Model: {name}. Choose another model"),
  loading: 'Loading models',
  title: 'Models',
  empty: 'No models available.',
  demo: 'Demo',
  help: 'What are Models?',
  helpText:
    'A model is the program that writes replies. Larger models know more, smaller ones reply faster. You can change the model at any time without starting a new chat.',
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
