import { params, texts } from '../../shared/texts.ts';
import { unreachable } from './unreachable.ts';

export const serviceTexts = texts('lib/service', {
  unreachable,
  unreadable: 'The service sent an unexpected response. Try again.',
  failed: params('The request failed (status {status}). Try again in a moment.'),
  unexpected: 'Something went wrong. Try again in a moment.',
});
