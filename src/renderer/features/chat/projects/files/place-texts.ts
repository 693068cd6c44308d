import { params, texts } from '../../../../../shared/texts.ts';

export const filePlaceTexts = texts('chat/filePlace', {
  pages: params('{name}, page {number}'),
  sheets: params('{name}, sheet {number}'),
  slides: params('{name}, slide {number}'),
  line: params('{name}, line {number}'),
});
