import chatDark from './chat-dark.webp';
import chatLight from './chat-light.webp';
import chatNarrowDark from './chat-narrow-dark.webp';
import chatNarrowLight from './chat-narrow-light.webp';
import textDark from './text-dark.webp';
import textLight from './text-light.webp';
import textNarrowDark from './text-narrow-dark.webp';
import textNarrowLight from './text-narrow-light.webp';
import imagesDark from './images-dark.webp';
import imagesLight from './images-light.webp';
import imagesNarrowDark from './images-narrow-dark.webp';
import imagesNarrowLight from './images-narrow-light.webp';
import codeDark from './code-dark.webp';
import codeLight from './code-light.webp';
import codeNarrowDark from './code-narrow-dark.webp';
import codeNarrowLight from './code-narrow-light.webp';
import charactersDark from './characters-dark.webp';
import charactersLight from './characters-light.webp';
import charactersNarrowDark from './characters-narrow-dark.webp';
import charactersNarrowLight from './characters-narrow-light.webp';
import { pictureTexts } from './texts.ts';

/** A screenshot's URLs in both color schemes. */
interface Schemes {
  readonly light: string;
  readonly dark: string;
}

/** `npm run screenshots` takes these screenshots. */
export interface Picture extends Schemes {
  readonly alt: string;
  /** CSS pixels, as in scripts/screenshots/site-pictures.ts. */
  readonly width: number;
  readonly height: number;
  /** Taken in a narrow window, for narrow viewports. */
  readonly narrow: Schemes;
}

export const narrowSize = { width: 480, height: 576 };
const window = { width: 1280, height: 800 };
/** The size of screenshots without the sidebar. */
export const detailSize = { width: 880, height: 560 };

export const chatPicture: Picture = {
  ...window,
  light: chatLight,
  dark: chatDark,
  narrow: { light: chatNarrowLight, dark: chatNarrowDark },
  get alt() {
    return pictureTexts.chat;
  },
};
export const textPicture: Picture = {
  ...detailSize,
  light: textLight,
  dark: textDark,
  narrow: { light: textNarrowLight, dark: textNarrowDark },
  get alt() {
    return pictureTexts.text;
  },
};
export const imagesPicture: Picture = {
  ...detailSize,
  light: imagesLight,
  dark: imagesDark,
  narrow: { light: imagesNarrowLight, dark: imagesNarrowDark },
  get alt() {
    return pictureTexts.images;
  },
};
export const codePicture: Picture = {
  ...detailSize,
  light: codeLight,
  dark: codeDark,
  narrow: { light: codeNarrowLight, dark: codeNarrowDark },
  get alt() {
    return pictureTexts.code;
  },
};
export const charactersPicture: Picture = {
  ...detailSize,
  light: charactersLight,
  dark: charactersDark,
  narrow: { light: charactersNarrowLight, dark: charactersNarrowDark },
  get alt() {
    return pictureTexts.characters;
  },
};
