import { brand } from '../shared/brand.ts';

export const startTexts = {
  failed: `${brand} can't start`,
  unknown: 'An unknown error occurred.',
  noSandbox: `${brand} isolates everything that it shows from your files, and this start turned that off or this system doesn't allow it.\n\nStart ${brand} without --no-sandbox. If that isn't it, install the deb or rpm package instead of the AppImage, or allow unprivileged user namespaces.`,
  settings: "Some settings of this computer couldn't be loaded or saved.",
  keysLeft: 'Your data is erased. The keychain is locked or missing, so API keys may still be in it.',
} as const;
