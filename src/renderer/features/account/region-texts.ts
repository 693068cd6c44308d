import { texts } from '../../../shared/texts.ts';

/** The sections' headings by element id. Links use the ids as anchors (`/account#default-model`). */
export const regionTexts = texts('account/regions', {
  profile: 'Profile',
  language: 'Language',
  appearance: 'Appearance',
  chat: 'Chat',
  instructions: 'Instructions',
  memory: 'Memory',
  personas: 'Personas',
  'default-model': 'Default model',
  drafts: 'Drafts',
  'local-models': 'Models on this computer',
  'provider-keys': 'Your provider keys',
  keys: 'API keys',
  prompts: 'Prompts',
  privacy: 'Privacy',
  encryption: 'Encrypted history',
  shares: 'Shared chats',
  device: 'On this device',
  data: 'Your data',
  plan: "Plan and today's usage",
  password: 'Password',
  passkeys: 'Passkeys',
  'second-factor': 'Two-step sign-in',
  sessions: "Where you're signed in",
  shortcuts: 'Shortcuts',
  computer: 'This computer',
  about: 'About',
});
export type RegionId = keyof typeof regionTexts;
