/** How long to wait (ms) for voices, which browsers load only after the first request. */
const longestWait = 1_000;

export async function loadVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const { speechSynthesis } = window;
  if (!('speechSynthesis' in window)) return [];
  const voices = speechSynthesis.getVoices();
  if (voices.length > 0) return voices;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestWait);
  speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  return speechSynthesis.getVoices();
}

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The best voice for the user's languages: one of this device that speaks one of them, otherwise a network voice that
 * does, otherwise any voice, again of this device first. Null if there is none.
 */
export function chooseVoice(
  voices: readonly SpeechSynthesisVoice[],
  languages: readonly string[],
): SpeechSynthesisVoice | null {
  const local = voices.filter(({ localService }) => localService);
  const known = languages.map(languageOf);
  const fitting = (list: readonly SpeechSynthesisVoice[]) =>
    languages.flatMap((tag) => list.find(({ lang }) => lang === tag) ?? [])[0] ??
    known.flatMap((language) => list.find(({ lang }) => languageOf(lang) === language) ?? [])[0];
  const first = (list: readonly SpeechSynthesisVoice[]) => list.find((voice) => voice.default) ?? list[0];
  return fitting(local) ?? fitting(voices) ?? first(local) ?? first(voices) ?? null;
}
