import { plural, texts } from '../lib/texts.ts';

/** Errors of a field's value. Not in texts.ts, because public pages load that file. */
export const fieldTexts = texts('components/field', {
  missing: 'Fill in this field.',
  tooShort: plural({ one: 'Use at least {count} character.', other: 'Use at least {count} characters.' }),
  noEmail: 'Enter an email address like name@example.com.',
});
