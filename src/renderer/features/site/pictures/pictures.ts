import { brand } from '../../../../shared/brand.ts';
import chatDark from './chat-dark.webp';
import chatLight from './chat-light.webp';
import textDark from './text-dark.webp';
import textLight from './text-light.webp';
import imagesDark from './images-dark.webp';
import imagesLight from './images-light.webp';
import codeDark from './code-dark.webp';
import codeLight from './code-light.webp';
import charactersDark from './characters-dark.webp';
import charactersLight from './characters-light.webp';

/** A screenshot in both color schemes, taken by `npm run screenshots`. */
export interface Picture {
  readonly light: string;
  readonly dark: string;
  readonly alt: string;
  /** In CSS pixels, as in scripts/screenshots/site-pictures.ts. */
  readonly width: number;
  readonly height: number;
  /** The part that a phone shows, as `object-position`. */
  readonly focus: string;
}

const window = { width: 1280, height: 800, focus: '64% 0' };
/** Without the sidebar. */
export const detail = { width: 880, height: 560, focus: '20% 0' };

export const chatPicture: Picture = {
  ...window,
  light: chatLight,
  dark: chatDark,
  alt: `A chat in ${brand}: a question about Lisbon, and its answer with a list and a table.`,
};
export const textPicture: Picture = {
  ...detail,
  light: textLight,
  dark: textDark,
  alt: 'An answer with a table.',
};
export const imagesPicture: Picture = {
  ...detail,
  focus: '50% 0',
  light: imagesLight,
  dark: imagesDark,
  alt: 'A quick action with a description of an image.',
};
export const codePicture: Picture = {
  ...detail,
  light: codeLight,
  dark: codeDark,
  alt: 'An answer with highlighted SQL.',
};
export const charactersPicture: Picture = {
  ...detail,
  light: charactersLight,
  dark: charactersDark,
  alt: 'The answer of a patient chess coach.',
};
