import { params, plural, texts } from '../../shared/texts.ts';

/** Errors of a field's value. Not in texts.ts, because public pages load that file. */
export const fieldTexts = texts('components/field', {
  missing: 'Fill in this field.',
  tooShort: plural({ one: 'Use at least {count} character.', other: 'Use at least {count} characters.' }),
  noEmail: 'Enter an email address like name@example.com.',
});

export const countTexts = texts('components/count', {
  used: params('{used} of {max} characters'),
  tooLong: params('{used} of {max} characters. Shorten the text.'),
});
