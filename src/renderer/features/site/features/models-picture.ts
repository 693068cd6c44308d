import modelsDark from '../pictures/models-dark.webp';
import modelsLight from '../pictures/models-light.webp';
import { detail, type Picture } from '../pictures/pictures.ts';

/** Not in pictures.ts, so that visitors of the landing page don't download it. */
export const modelsPicture: Picture = {
  ...detail,
  focus: '100% 0',
  light: modelsLight,
  dark: modelsDark,
  alt: 'The list of models with a search field: favorites first, then the models of each provider.',
};
