export const modelTexts = {
  choose: (name: string) => `Model: ${name}. Choose another model`,
  loading: 'Loading models',
  title: 'Models',
  empty: 'No models available.',
  help: 'What are Models?',
  helpText:
    'A model is the program that writes the replies. Larger ones know more and think longer, smaller ones answer sooner. You can change the model at any time; the conversation stays.',
  isNew: 'New',
  isPro: 'Pro',
  isBeta: 'Beta',
  images: 'Images',
  locked: 'Part of Professional: see the plans',
  updatedTitle: 'Models Updated',
  updated: 'Model configuration has been updated.',
  vendorUpdated: 'Vendor model configuration has been updated.',
  switched: (vendor: string) => `Switched to ${vendor}`,
} as const;
