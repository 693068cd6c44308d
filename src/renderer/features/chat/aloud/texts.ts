import { brand } from '../../../../shared/brand.ts';
import { params, texts } from '../../../../shared/texts.ts';

export const aloudTexts = texts('chat/aloud', {
  label: 'Reading aloud',
  place: params('Sentence {place} of {count}'),
  earlier: 'Previous sentence',
  pause: 'Pause',
  resume: 'Resume',
  later: 'Next sentence',
  /** Spoken instead of a code block. */
  codeOmitted: 'Code omitted.',
  /** Spoken instead of a table. */
  tableOmitted: 'Table omitted.',
  network: params(
    `This device has no voice for your language. The voice "{voice}" sends the text to its provider, which isn't ${brand}.`,
  ),
  nothing: 'This reply has no text to read aloud.',
  failed: 'The voice has stopped. Check your connection, then try again.',
  agree: 'Use this voice',
  cancel: 'Cancel',
});
