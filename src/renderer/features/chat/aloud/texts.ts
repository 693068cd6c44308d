import { brand } from '../../../../shared/brand.ts';
import { params, texts } from '../../../../shared/texts.ts';

export const aloudTexts = texts('chat/aloud', {
  label: 'Reading aloud',
  place: params('Sentence {place} of {count}'),
  earlier: 'Previous sentence',
  pause: 'Pause',
  resume: 'Resume',
  later: 'Next sentence',
  speed: 'Speed',
  rate: params('{rate}×'),
  /** Spoken instead of a code block. */
  codeOmitted: 'Code omitted.',
  /** Spoken instead of a table. */
  tableOmitted: 'Table omitted.',
  network: params(
    `This device has no voice for your language. "{voice}" is an online voice: the text is sent to its provider, not to ${brand}.`,
  ),
  nothing: 'This reply has no text to read aloud.',
  failed: 'Reading aloud stopped. Check your connection, then try again.',
  agree: 'Use this voice',
  cancel: 'Cancel',
});
