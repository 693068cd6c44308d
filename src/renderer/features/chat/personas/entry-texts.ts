import { params, texts } from '../../../lib/texts.ts';

export const personaEntryTexts = texts('chat/personaEntry', {
  choose: 'Choose a persona',
  chosen: params('Persona: {name}'),
});
