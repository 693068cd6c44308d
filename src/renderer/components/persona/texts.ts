import { brand } from '../../../shared/brand.ts';
import { params, plural, texts } from '../../../shared/texts.ts';

export const personaFieldTexts = texts('components/personaFields', {
  name: 'Name',
  nameMissing: 'Enter a name.',
  color: 'Color',
  colors: { green: 'Green', blue: 'Blue', purple: 'Purple', red: 'Red', yellow: 'Yellow', gray: 'Gray' },
  instructions: 'Instructions',
  instructionsHint: 'For example: You are a patient Latin teacher. Correct my mistakes.',
  model: 'Model',
  starters: 'Starter prompts',
  startersNote: 'Shown in a new chat with this persona. Up to four.',
  starter: params('Starter prompt {number}'),
  starterTooLong: params('Use at most {max} characters.'),
  parameters: params('Also sets: {names}.'),
  parameterNames: {
    temperature: 'temperature',
    topP: 'top-p',
    maxTokens: 'reply length',
    effort: 'thinking',
  },
  removeParameters: 'Use the defaults instead',
});

export const personaFileTexts = texts('components/personaFile', {
  import: 'Import',
  exportAll: 'Export all',
  file: 'Persona file',
  note: `You can import personas from ${brand}, and character cards (JSON, versions 1 to 3) from other apps.`,
  fileName: 'clover-personas.json',
  invalid: plural({
    one: "{count} persona in the file isn't valid and was skipped.",
    other: "{count} personas in the file aren't valid and were skipped.",
  }),
  cut: params("{name}'s instructions were too long and were shortened."),
  unknown: 'This file contains no personas or character cards. Choose a JSON file.',
  tooLarge: 'This file is larger than 2 MB. Choose a smaller one.',
});
