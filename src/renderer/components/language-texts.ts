import { params, texts } from '../../shared/texts.ts';

export const languageTexts = texts('components/language', {
  label: 'Language',
  system: params('System ({language})'),
});
