import { params, texts } from '../../../shared/texts.ts';

/** The desktop app's first start. */
export const firstKeyTexts = texts('keys/first', {
  works: params('Your {provider} key works and is saved.'),
  start: 'Start chatting',
  another: 'Add another key',
  skip: 'Skip',
});
