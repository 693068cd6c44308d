import { vi } from 'vitest';

class FakeUtterance {
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Replaces the browser's voices. As in Chrome, a canceled utterance reports an error. */
export function stubSpeech() {
  const spoken: FakeUtterance[] = [];
  const cancel = vi.fn<() => void>(() => spoken.at(-1)?.onerror?.());
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  const voice = { name: 'Leaf', lang: navigator.language, localService: true, voiceURI: 'leaf' };
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [voice],
    speak: (utterance: FakeUtterance) => void spoken.push(utterance),
    cancel,
  });
  return {
    cancel,
    texts: () => spoken.map(({ text }) => text),
    endSentence: () => spoken.at(-1)?.onend?.(),
    /** Makes speech synthesis fail in the current sentence. */
    fail: () => spoken.at(-1)?.onerror?.(),
  };
}
