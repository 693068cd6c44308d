import { brand } from '../../../../shared/brand.ts';
import type { Question } from '../../../lib/question.ts';

export const temporaryTexts = {
  begin: 'Temporary chat',
  beginNote: 'Nothing of it is written down',
  title: 'Temporary chat',
  landing: 'This chat leaves no trace here',
  landingText: 'It is not in your history, not searched and not kept on this device.',
  notice: `Temporary: ${brand} writes none of this down.`,
  vendorNote: 'The vendor that answers has its own rules.',
  end: 'End chat',
  wouldEnd: {
    title: 'End the temporary chat?',
    text: 'It is not kept anywhere: what was written here cannot be brought back.',
    confirm: 'End chat',
    cancel: 'Stay',
  },
  wouldEndBySigningOut: {
    title: 'Sign out and end the temporary chat?',
    text: 'It is not kept anywhere: what was written there cannot be brought back.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
  },
} as const satisfies Readonly<Record<string, string | Question>>;
