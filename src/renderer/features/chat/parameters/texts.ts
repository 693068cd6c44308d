import { params, texts } from '../../../../shared/texts.ts';

export const parameterTexts = texts('chat/parameters', {
  title: 'Chat parameters',
  about: 'These apply to future replies in this chat, on all your devices.',
  instructions: {
    label: 'Instructions for this chat',
    hint: 'Sent to the model before your messages. A message that starts with [SYSTEM: …] replaces them from that point on.',
    placeholder: 'For example: Answer briefly, in Spanish.',
  },
  accountInstructions: {
    label: 'Use my instructions',
    note: 'Your instructions from Settings.',
    temporary: "Your instructions from Settings. Temporary chats don't use them unless you turn this on.",
    memory: 'Your instructions and remembered facts from Settings.',
    temporaryMemory:
      "Your instructions and remembered facts from Settings. Temporary chats don't use them unless you turn this on.",
    empty: 'You have no instructions yet. Add them in Settings, under Instructions.',
  },
  effort: {
    label: 'Thinking',
    default: 'Default',
    off: 'Off',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
  },
  temperature: {
    label: 'Temperature',
    hint: params(
      '0 to {highest}. Lower values are more predictable, higher values more varied. Default: 0.7, lower for code and analysis.',
    ),
    error: params('Enter a number from 0 to {highest}.'),
  },
  topP: {
    label: 'Top-p',
    hint: '0 to 1. Lower values exclude unlikely words. Default: the provider decides.',
    error: 'Enter a number from 0 to 1.',
  },
  maxTokens: {
    label: 'Maximum reply length (tokens)',
    hint: params('1 to {highest}. One word is about 1.3 tokens.'),
    usual: params('Default: {usual}'),
    error: params('Enter a whole number from 1 to {highest}.'),
  },
  reset: 'Reset to defaults',
  cancel: 'Cancel',
  save: 'Save',
});
