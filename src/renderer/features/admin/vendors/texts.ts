import type { Toast } from '../../../lib/toast.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';

export const vendorTexts = texts('admin/vendor', {
  title: 'API providers',
  lead: 'By default, the active provider replies to everyone. Users can use their own keys instead. Users whose plan includes all models can also choose models of the other enabled providers.',
  loading: 'Loading providers…',
  active: 'Active',
  enabled: 'Enabled',
  inactive: 'Inactive',
  add: 'Add provider',
  dialect: 'Protocol',
  dialects: {
    'openai-style': 'OpenAI-style',
    'openai-responses': 'OpenAI Responses',
    anthropic: 'Anthropic',
    gemini: 'Gemini',
  },
  needsKey: 'Needs an API key',
  needsKeyHint: 'Turn off for servers without keys, or if the key is in an extra header.',
  headers: 'Extra headers',
  facts: params("{name}'s settings"),
  apiName: 'Name in the API',
  key: 'Key',
  keySet: 'Key set',
  keySetEndsIn: params('Key set, ends in {last4}'),
  noKey: 'No key yet',
  noKeyNeeded: 'No key needed',
  endpoint: 'Endpoint',
  builtIn: 'Built in, works without a network',
  models: 'Models',
  modelsLoading: '…',
  modelCount: plural({ one: '{count} model', other: '{count} models' }),
  modelsOfServer: 'All models on its server',
  modelsOfDemo: 'Any model name works (demo)',
  defaultModel: 'Default model',
  noDefault: 'None, uses its first model',
  position: params('Position {place}'),
  up: params('Move {name} up'),
  down: params('Move {name} down'),
  movedTo: params('{name} is now number {place} in the failover order'),
  actionOf: params('{action}: {vendor}'),

  actions: {
    setKey: 'Set key',
    replaceKey: 'Replace key',
    clearKey: 'Remove key',
    edit: 'Edit',
    models: 'Models',
    test: 'Test connection',
    testing: 'Testing…',
    activate: 'Activate',
    enable: 'Enable',
    disable: 'Disable',
    headers: 'Headers',
    remove: 'Remove',
    leaveFailover: 'Remove from failover',
    joinFailover: 'Add to failover',
    more: 'More actions',
  },

  failover: {
    label: 'Automatic failover',
    text: "If the active provider is busy, fails or doesn't start to reply, the message is sent once to the next provider in the failover order. Another company then reads the message, and the reply names it.",
    fact: 'Failover',
    off: 'Off',
    left: params('{name} was removed from failover'),
  },

  test: {
    through: params('{vendor} replied instead: {message}. The active provider has not changed.'),
    failed: params('{vendor}: {failure}'),
    silent: params('{vendor} did not respond.'),
    advice: {
      key: 'The provider rejected the key. Check that it is still valid, then replace it here.',
      missingKey: 'Set the key, then test again.',
      noModel: "This provider doesn't list its models. Enter one as its default model, then test again.",
      address: "The endpoint is probably wrong. Compare it with the provider's documentation.",
      model: 'The provider may not have the default model. Open Models and choose another one.',
      busy: 'The provider is busy, or your account there has reached a limit. Try again later.',
      vendor: 'The provider has a problem. Try again later, or activate another provider.',
      network:
        'The server did not respond. Check the endpoint, and that the server is running and reachable from here.',
    },
    next: {
      defaultModel: 'Enter a default model',
      modelsText: 'Next, choose which of its models people can use.',
      models: 'Choose models',
      enableText: 'Next, enable it, so that people can choose its models.',
    },
  },

  addDialog: {
    title: 'Add a provider',
    template: 'Provider',
    other: 'Another provider',
    name: 'Display name',
    nameHint: 'Users see this name beside its models and replies.',
    endpointHint: "From the provider's documentation, with or without a path such as /chat/completions.",
    noEndpoint: 'Enter the endpoint.',
    keyHint: 'Stored encrypted, for this provider and endpoint only. You can also set it later.',
    optionalKeyHint: 'Leave empty if the server needs none.',
    save: 'Add provider',
  },

  removeDialog: {
    title: params('Remove {name}?'),
    text: "Its key, headers and list of models are deleted, and its models can no longer be chosen. Replies and statistics keep its name. Chats that used it continue with the user's default model.",
    confirm: 'Remove provider',
    busy: 'Removing…',
  },

  headersDialog: {
    title: params('{name}: extra headers'),
    text: "Sent with every request to this provider, but not with requests that use a user's own key. Values are stored encrypted and never shown again.",
    header: params('Header {place}'),
    name: 'Name',
    value: 'Value',
    saved: 'Saved',
    add: 'Add header',
    remove: params('Remove header {place}'),
  },

  keyDialog: {
    title: params('{name}: API key'),
    label: 'API key',
    hint: 'Stored encrypted, for this provider and endpoint only. No one can read it again, including you.',
    replaces: params('Replaces the key that ends in {last4}.'),
    sentTo: params('The key is sent to {origin} only.'),
    save: 'Save key',
  },

  editDialog: {
    title: params('Edit {name}'),
    displayName: 'Display name',
    endpoint: 'Endpoint',
    endpointHint: "From the provider's documentation.",
    originWarning: params(
      'This server is different from {origin}. Saving removes the key, because it was entered for that server. After saving, enter a key for the new server.',
    ),
    defaultModel: 'Default model',
    defaultModelHint:
      "Used if the provider doesn't have the chosen model. Leave empty for the built-in default.",
    fallbackModels: 'Fallback models',
    fallbackModelsHint:
      'One per line, at most ten. Tried in order if the chosen model fails. Leave empty for the built-in list.',
    imageModel: 'Image model',
    imageModelHint: 'Model used for image generation. Leave empty to use the model shown.',
    transcriptionModel: 'Speech model',
    transcriptionModelHint:
      'Model that turns speech into text. Leave empty to use the model shown. If none is shown, dictation is unavailable.',
    stream: 'Stream replies',
    streamHint: 'Shows replies while they are written. Turn off if the provider cannot stream.',
    emptyName: 'Enter a display name.',
  },

  activateDialog: {
    title: params('Activate {name}?'),
    text: params('New messages from users without their own key will be sent to {name}.'),
    textInstead: params(
      'New messages from users without their own key will be sent to {name} instead of {current}.',
    ),
    testFailed: params("{name}'s last test failed: {reason}"),
    requestFailed: params('The last request to {name} failed.'),
    afterFailure: 'If you activate it now, users may get errors instead of replies.',
    /** [VENDOR-022] */
    noKey: params('Cannot activate {name}: API key is required. Please set the API key first.'),
    confirm: params('Activate {name}'),
    confirmAnyway: 'Activate anyway',
    busy: 'Activating…',
  },

  clearDialog: {
    title: params("Remove {name}'s key?"),
    text: 'The key and any extra headers are deleted here. The key stays valid until you revoke it at the provider.',
    active: params(
      '{name} is active. Until you set a new key or activate another provider, only users with their own key get replies.',
    ),
    confirm: 'Remove key',
    busy: 'Removing…',
  },

  modelsDialog: {
    title: params("{name}'s models"),
    isDefault: 'Default',
    makeDefault: 'Make default',
    makeDefaultOf: params('Make default: {id}'),
  },

  rotate: {
    label: 'Re-encrypt keys',
    busy: 'Re-encrypting…',
    text: "Encrypts every provider key with the newest encryption key of this installation. The keys themselves don't change.",
    done: params({
      title: 'Keys re-encrypted',
      message: '{count} re-encrypted, {unchanged} already up to date.',
      variant: 'success',
    }),
    failed: params({
      title: 'Some keys could not be decrypted',
      message: 'Enter them again: {names}.',
      variant: 'warning',
    }),
    refused: { title: "Couldn't re-encrypt the keys", variant: 'destructive' } satisfies Toast,
  },

  toasts: {
    added: params({
      title: '{name} added',
      message: 'Test the connection next.',
      variant: 'success',
    }),
    enabled: params({
      title: '{name} enabled',
      message: 'Users can choose its models now.',
      variant: 'success',
    }),
    disabled: params({ title: '{name} disabled', variant: 'success' }),
    enableFailed: { title: "Couldn't change the provider", variant: 'destructive' } satisfies Toast,
    removed: params({ title: '{name} removed', variant: 'success' }),
    headersSet: params({
      title: 'Headers saved',
      message: 'They are sent with every request to {name}.',
      variant: 'success',
    }),
    saved: { title: 'Provider saved', variant: 'success' } satisfies Toast,
    savedWithoutKey: params({
      title: 'Provider saved, key removed',
      message: "Enter a key for {name}'s new endpoint.",
      variant: 'warning',
    }),
    keySet: params({
      title: 'API key set',
      message: "{name}'s key was saved. Test the connection to check it.",
      variant: 'success',
    }),
    keyCleared: params({ title: 'Key removed', message: '{name} no longer has a key.', variant: 'success' }),
    activated: params({ title: 'Switched to {name}', variant: 'success' }),
    activatedFailing: params({
      title: 'Switched to {name}',
      message: 'Its last test or request failed. Check that users get replies.',
      variant: 'warning',
    }),
    reorderFailed: { title: "Couldn't change the order", variant: 'destructive' } satisfies Toast,
    failoverFailed: { title: "Couldn't change the setting", variant: 'destructive' } satisfies Toast,
  },
});
