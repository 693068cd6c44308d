import { expect, it } from 'vitest';
import { chooseVoice } from './voices.ts';

const voice = (name: string, lang: string, localService: boolean, isDefault = false) =>
  ({ name, lang, localService, default: isDefault }) as SpeechSynthesisVoice;
const network = voice('Network German', 'de-DE', false, true);
const austrian = voice('Local Austrian', 'de-AT', true);
const english = voice('Local English', 'en_GB', true);

it.each<[string, SpeechSynthesisVoice[], string[], string | null]>([
  [
    'a voice of the device, although a network voice is the default',
    [network, austrian],
    ['de-DE'],
    austrian.name,
  ],
  [
    'the next language of the user, if only it has a voice of the device',
    [network, english],
    ['de-DE', 'en-US'],
    english.name,
  ],
  [
    'a network voice, if no voice of the device speaks the language',
    [english, network],
    ['de'],
    network.name,
  ],
  ['any voice of the device, if no voice speaks the language', [network, english], ['fr'], english.name],
  ['any voice, if the device has none', [network], ['fr'], network.name],
  ['none', [], ['de'], null],
])('chooses %s', (_what, voices, languages, name) => {
  expect(chooseVoice(voices, languages)?.name ?? null).toBe(name);
});
