import { brand } from '../../../../shared/brand.ts';
import { texts } from '../../../../shared/texts.ts';

export const pictureTexts = texts('site/pictures', {
  chat: `A chat in ${brand}: a question about Lisbon, and its answer with a list and a table.`,
  text: 'An answer with a table.',
  images: 'A quick action with a description of an image.',
  code: 'An answer with highlighted SQL.',
  characters: 'A reply from a patient chess coach.',
  models: 'The list of models with a search field: favorites first, then the models of each provider.',
});
