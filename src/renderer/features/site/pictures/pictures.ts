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
  alt: `A chat in ${brand}: earlier chats at the side, a question about Lisbon and its answer with a list and a table, the chosen model above, the input below.`,
};
export const textPicture: Picture = {
  ...detail,
  light: textLight,
  dark: textDark,
  alt: 'A question about leases and licenses, and its answer with a table.',
};
export const imagesPicture: Picture = {
  ...detail,
  focus: '50% 0',
  light: imagesLight,
  dark: imagesDark,
  alt: 'The quick action for images, with a description filled in.',
};
export const codePicture: Picture = {
  ...detail,
  light: codeLight,
  dark: codeDark,
  alt: 'A question about SQL, and its answer with a highlighted query.',
};
export const charactersPicture: Picture = {
  ...detail,
  light: charactersLight,
  dark: charactersDark,
  alt: 'A question about an endgame, and the answer of a patient chess coach.',
};
