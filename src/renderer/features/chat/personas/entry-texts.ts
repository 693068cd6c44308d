import { params, texts } from '../../../../shared/texts.ts';

export const personaEntryTexts = texts('chat/personaEntry', {
  choose: 'Choose a persona',
  chosen: params('Persona: {name}'),
});
