/** In milliseconds. Browsers load voices only after the first request. */
const maxWait = 1_000;

export async function loadVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const { speechSynthesis } = window;
  if (!('speechSynthesis' in window)) return [];
  const voices = speechSynthesis.getVoices();
  if (voices.length > 0) return voices;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxWait);
  speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  return speechSynthesis.getVoices();
}

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * Chooses a voice for one of the user's languages, or any voice if there is none. Prefers voices of this device to
 * network voices. Null if there are no voices.
 */
export function chooseVoice(
  voices: readonly SpeechSynthesisVoice[],
  languages: readonly string[],
): SpeechSynthesisVoice | null {
  const local = voices.filter(({ localService }) => localService);
  const userLanguages = languages.map(languageOf);
  const fitting = (list: readonly SpeechSynthesisVoice[]) =>
    languages.flatMap((tag) => list.find(({ lang }) => lang === tag) ?? [])[0] ??
    userLanguages.flatMap((language) => list.find(({ lang }) => languageOf(lang) === language) ?? [])[0];
  const first = (list: readonly SpeechSynthesisVoice[]) => list.find((voice) => voice.default) ?? list[0];
  return fitting(local) ?? fitting(voices) ?? first(local) ?? first(voices) ?? null;
}
