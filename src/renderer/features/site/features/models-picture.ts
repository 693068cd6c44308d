import modelsDark from '../pictures/models-dark.webp';
import modelsLight from '../pictures/models-light.webp';
import modelsNarrowDark from '../pictures/models-narrow-dark.webp';
import modelsNarrowLight from '../pictures/models-narrow-light.webp';
import { detailSize, type Picture } from '../pictures/pictures.ts';
import { pictureTexts } from '../pictures/texts.ts';

/** In a separate file, so that visitors of the landing page don't download this image. */
export const modelsPicture: Picture = {
  ...detailSize,
  light: modelsLight,
  dark: modelsDark,
  narrow: { light: modelsNarrowLight, dark: modelsNarrowDark },
  get alt() {
    return pictureTexts.models;
  },
};
