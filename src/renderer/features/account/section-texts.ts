/** The sections of the account page in their order; the ids are anchors, e.g. `/account#security`. */
export const sections = {
  profile: 'Profile',
  password: 'Password',
  'second-factor': 'Two-step sign-in',
  sessions: 'Where you are signed in',
  plan: 'Plan and usage today',
  keys: 'API keys',
  appearance: 'Appearance',
  computer: 'This computer',
  privacy: 'Privacy',
  data: 'Your data',
} as const;
export type SectionId = keyof typeof sections;
