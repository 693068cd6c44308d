import type { Toast } from '../../../lib/toast.ts';

export const vendorTexts = {
  title: 'API vendors',
  lead: 'One vendor answers everybody who has no key of their own. Keys go in and never come out: this page, and every other, only learns the last four characters.',
  loading: 'Reading the vendors',
  active: 'Active',
  inactive: 'Inactive',
  keySet: (last4: string | null) => (last4 ? `Key set, ends in ${last4}` : 'Key set'),
  noKey: 'No key yet',
  noKeyNeeded: 'No key needed',
  key: 'Key',
  endpoint: 'Endpoint',
  builtIn: 'Built in: answers without the network',
  models: 'Models',
  modelCount: (count: number) => (count === 1 ? '1 listed' : `${count} listed`),
  modelsOfServer: 'As its server lists them',
  modelsOfDemo: 'Answers as whichever is asked for',
  defaultModel: 'Default model',
  noDefault: 'None',
  neverStandsIn: 'Never stands in',
  order: 'Order',
  place: (place: number) => `Place ${place}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  takenOut: (name: string) => `${name} never stands in now`,
  movedTo: (name: string, place: number) => `${name} is now in place ${place}`,

  actions: {
    setKey: 'Set key',
    replaceKey: 'Replace key',
    clearKey: 'Clear key',
    edit: 'Edit',
    models: 'Models',
    test: 'Test connection',
    testing: 'Testing...',
    activate: 'Activate',
    takeOut: 'Take out of the order',
    putIn: 'Let it stand in',
    cancel: 'Cancel',
    save: 'Save',
    saving: 'Saving...',
    close: 'Close',
    retry: 'Retry',
  },

  failover: {
    label: 'Let another vendor stand in',
    text: 'When the active vendor is busy, failing or silent before its first word, the message goes once to the next vendor in the order that can answer: another company then reads it, and the reply says so.',
  },

  test: {
    through: (answered: string, message: string) =>
      `Answered through ${answered} instead: ${message}. Nothing was activated.`,
    said: (tested: string, failure: string) => `${tested} itself: ${failure}`,
    silent: (tested: string) => `${tested} itself did not answer.`,
    advice: {
      key: 'The vendor refused the key. Check that it is still valid there, then replace it here.',
      missingKey: 'Set the key first, then test again.',
      address: 'The address is probably wrong. Compare it with the vendor’s documentation.',
      model: 'The vendor may not have the default model. Look at its models and choose another.',
      busy: 'The vendor is busy or the account has reached a limit. Wait a little, then test again.',
      vendor: 'The fault is at the vendor. Try again later, or activate another vendor.',
      network:
        'The server did not answer. Check the address, and that the server runs and can be reached from here.',
    },
  },

  keyDialog: {
    title: (name: string) => `${name}: API key`,
    label: 'API key',
    hint: 'Stored encrypted, bound to this vendor and its address. Nobody can read it back, you included.',
    replaces: (last4: string | null) => `Replaces the key that ends in ${last4 ?? '…'}.`,
    goesTo: (origin: string) => `It will be sent to ${origin} and nowhere else.`,
    empty: 'API key cannot be empty',
    save: 'Save key',
  },

  editDialog: {
    title: (name: string) => `Edit ${name}`,
    displayName: 'Display name',
    endpoint: 'Endpoint',
    endpointHint: 'The full address that chat completions are posted to.',
    originWarning: (origin: string) =>
      `This is another server than ${origin}. The key was entered for that one, so saving clears it: you will have to enter a key for the new address.`,
    defaultModel: 'Default model',
    defaultModelHint:
      'Answers whenever a chosen model is not on offer here. Empty means the built-in default.',
    fallbackModels: 'Stand-in models',
    fallbackModelsHint:
      'A line for each, at most ten. Asked one after the other when the chosen model fails. Empty means the built-in ones.',
    imageModel: 'Image model',
    imageModelHint: 'Draws the pictures of the quick action. Empty means the one shown.',
    stream: 'Show replies while they are written',
    streamHint: 'Switch off for a vendor that cannot stream: replies then arrive whole.',
    emptyName: 'The display name cannot be empty',
  },

  activateDialog: {
    title: (name: string) => `Let ${name} answer?`,
    text: (name: string, current: string | null) =>
      current
        ? `From now on, new messages of everybody without a key of their own go to ${name} instead of ${current}.`
        : `From now on, new messages of everybody without a key of their own go to ${name}.`,
    confirm: (name: string) => `Activate ${name}`,
    busy: 'Activating...',
  },

  clearDialog: {
    title: (name: string) => `Clear the key of ${name}?`,
    text: 'The key is erased here. It stays valid at the vendor until you revoke it there.',
    active: (name: string) =>
      `${name} is active: nobody gets a reply until you set a new key or activate another vendor.`,
    confirm: 'Clear key',
    busy: 'Clearing...',
  },

  modelsDialog: {
    title: (name: string) => `Models of ${name}`,
    isDefault: 'Default',
    makeDefault: 'Make default',
    makeDefaultOf: (id: string) => `Make default: ${id}`,
  },

  rotate: {
    label: 'Seal keys anew',
    busy: 'Sealing...',
    text: 'Encrypts every vendor key again, under the newest encryption key of this installation. Vendors notice nothing.',
    done: (resealed: number, unchanged: number): Toast => ({
      title: 'Keys sealed anew',
      message: `${resealed} sealed, ${unchanged} were up to date.`,
      variant: 'success',
    }),
    failed: (names: readonly string[]): Toast => ({
      title: 'Some keys could not be opened',
      message: `Enter them again: ${names.join(', ')}.`,
      variant: 'warning',
    }),
    refused: { title: 'The keys were not sealed', variant: 'destructive' } satisfies Toast,
  },

  toasts: {
    saved: { title: 'Vendor saved', variant: 'success' } satisfies Toast,
    savedWithoutKey: (name: string): Toast => ({
      title: 'Vendor saved, key cleared',
      message: `Enter a key of ${name} for the new address.`,
      variant: 'warning',
    }),
    keySet: (name: string): Toast => ({
      title: 'API Key Set',
      message: `The key of ${name} is stored. Test the connection to see whether it works.`,
      variant: 'success',
    }),
    keyCleared: (name: string): Toast => ({
      title: 'Key cleared',
      message: `${name} has no key any more.`,
      variant: 'success',
    }),
    activated: (name: string): Toast => ({ title: `Switched to ${name}`, variant: 'success' }),
    reorderFailed: { title: 'The order was not changed', variant: 'destructive' } satisfies Toast,
    failoverFailed: { title: 'The setting was not changed', variant: 'destructive' } satisfies Toast,
  },
} as const;
