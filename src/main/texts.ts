import { brand } from '../shared/brand.ts';

export const startTexts = {
  failed: `${brand} can't start`,
  unknown: 'An unknown error occurred.',
  settings: "Some settings of this computer couldn't be loaded or saved.",
  keysLeft: 'Your data is erased. The keychain is locked or missing, so API keys may still be in it.',
} as const;
