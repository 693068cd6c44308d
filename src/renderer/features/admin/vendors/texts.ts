import type { Toast } from '../../../lib/toast.ts';

export const vendorTexts = {
  title: 'API vendors',
  lead: 'The active vendor answers everyone who doesn’t use their own key. Saved keys are never shown again, except for their last four characters.',
  loading: 'Loading vendors…',
  active: 'Active',
  inactive: 'Inactive',
  facts: (name: string) => `Settings of ${name}`,
  key: 'Key',
  keySet: (last4: string | null) => (last4 ? `Key set, ends in ${last4}` : 'Key set'),
  noKey: 'No key yet',
  noKeyNeeded: 'No key needed',
  endpoint: 'Endpoint',
  builtIn: 'Built in, works without a network',
  models: 'Models',
  modelsLoading: '…',
  modelCount: (count: number) => (count === 1 ? '1 listed' : `${count} listed`),
  modelsOfServer: 'All models of its server',
  modelsOfDemo: 'Any model name works (demo)',
  defaultModel: 'Default model',
  noDefault: 'None',
  position: (place: number) => `Position ${place}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  movedTo: (name: string, place: number) => `${name} is now number ${place} in the failover order`,
  actionOf: (action: string, vendor: string) => `${action}: ${vendor}`,

  actions: {
    setKey: 'Set key',
    replaceKey: 'Replace key',
    clearKey: 'Clear key',
    edit: 'Edit',
    models: 'Models',
    test: 'Test connection',
    testing: 'Testing...',
    activate: 'Activate',
    leaveFailover: 'Remove from failover',
    joinFailover: 'Add to failover',
  },

  failover: {
    label: 'Automatic failover',
    text: 'If the active vendor is busy, fails or doesn’t start to reply, the message is sent once to the next vendor in the failover order. Another company then reads the message, and the reply names it.',
    fact: 'Failover',
    off: 'Off',
    left: (name: string) => `${name} was removed from failover`,
  },

  test: {
    through: (vendor: string, message: string) =>
      `${vendor} answered instead: ${message}. The active vendor has not changed.`,
    failed: (vendor: string, failure: string) => `${vendor}: ${failure}`,
    silent: (vendor: string) => `${vendor} did not respond.`,
    advice: {
      key: 'The vendor rejected the key. Check that it is still valid, then replace it here.',
      missingKey: 'Set the key, then test again.',
      address: 'The endpoint is probably wrong. Compare it with the vendor’s documentation.',
      model: 'The vendor may not have the default model. Open Models and choose another one.',
      busy: 'The vendor is busy, or your account there has reached a limit. Try again later.',
      vendor: 'The vendor has a problem. Try again later, or activate another vendor.',
      network:
        'The server did not respond. Check the endpoint, and that the server is running and reachable from here.',
    },
  },

  keyDialog: {
    title: (name: string) => `${name}: API key`,
    label: 'API key',
    hint: 'Stored encrypted, for this vendor and endpoint only. No one can read it again, including you.',
    replaces: (last4: string | null) => `Replaces the key that ends in ${last4 ?? '…'}.`,
    sentTo: (origin: string) => `The key is sent to ${origin} only.`,
    save: 'Save key',
  },

  editDialog: {
    title: (name: string) => `Edit ${name}`,
    displayName: 'Display name',
    endpoint: 'Endpoint',
    endpointHint: 'Full URL for chat completions.',
    originWarning: (origin: string) =>
      `This is a different server than ${origin}. Saving clears the key, because it was entered for that server. Enter a key for the new one afterwards.`,
    defaultModel: 'Default model',
    defaultModelHint:
      'Used if the vendor doesn’t have the chosen model. Leave empty for the built-in default.',
    fallbackModels: 'Fallback models',
    fallbackModelsHint:
      'One per line, at most ten. Tried in order if the chosen model fails. Leave empty for the built-in list.',
    imageModel: 'Image model',
    imageModelHint: 'Model used for image generation. Leave empty for the one shown.',
    stream: 'Stream replies',
    streamHint: 'Shows replies while they are written. Turn off if the vendor cannot stream.',
    emptyName: 'The display name cannot be empty',
  },

  activateDialog: {
    title: (name: string) => `Activate ${name}?`,
    text: (name: string, current: string | null) =>
      current
        ? `New messages from everyone without their own key will go to ${name} instead of ${current}.`
        : `New messages from everyone without their own key will go to ${name}.`,
    confirm: (name: string) => `Activate ${name}`,
    busy: 'Activating...',
  },

  clearDialog: {
    title: (name: string) => `Clear the key of ${name}?`,
    text: 'The key is deleted here. It stays valid until you revoke it at the vendor.',
    active: (name: string) =>
      `${name} is active: no one gets a reply until you set a new key or activate another vendor.`,
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
    label: 'Re-encrypt keys',
    busy: 'Re-encrypting...',
    text: 'Encrypts every vendor key with the newest encryption key of this installation. The keys themselves don’t change.',
    done: (count: number, unchanged: number): Toast => ({
      title: 'Keys re-encrypted',
      message: `${count} re-encrypted, ${unchanged} already up to date.`,
      variant: 'success',
    }),
    failed: (names: readonly string[]): Toast => ({
      title: 'Some keys could not be decrypted',
      message: `Enter them again: ${names.join(', ')}.`,
      variant: 'warning',
    }),
    refused: { title: 'Couldn’t re-encrypt the keys', variant: 'destructive' } satisfies Toast,
  },

  toasts: {
    saved: { title: 'Vendor saved', variant: 'success' } satisfies Toast,
    savedWithoutKey: (name: string): Toast => ({
      title: 'Vendor saved, key cleared',
      message: `Enter a key for the new endpoint of ${name}.`,
      variant: 'warning',
    }),
    keySet: (name: string): Toast => ({
      title: 'API Key Set',
      message: `The key of ${name} was saved. Test the connection to check it.`,
      variant: 'success',
    }),
    keyCleared: (name: string): Toast => ({
      title: 'Key cleared',
      message: `${name} no longer has a key.`,
      variant: 'success',
    }),
    activated: (name: string): Toast => ({ title: `Switched to ${name}`, variant: 'success' }),
    reorderFailed: { title: 'Couldn’t change the order', variant: 'destructive' } satisfies Toast,
    failoverFailed: { title: 'Couldn’t change the setting', variant: 'destructive' } satisfies Toast,
  },
} as const;
