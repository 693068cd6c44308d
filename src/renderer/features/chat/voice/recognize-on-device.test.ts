import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findDeviceLanguage, recognizeOnDevice } from './recognize-on-device.ts';

const track = { kind: 'audio' };
const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;
const onEnd = vi.fn<() => void>();

/** A fake of the browser's recognizer, with the members that the app uses. */
class FakeRecognition {
  static available = vi.fn<() => Promise<string>>(async () => 'available');
  static last: FakeRecognition;
  lang = '';
  onresult: ((event: unknown) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  started: { readonly track: unknown; readonly isLocal: boolean } | null = null;
  get processLocally(): boolean {
    return this.#isLocal;
  }
  set processLocally(isLocal: boolean) {
    this.#isLocal = isLocal;
  }
  #isLocal = false;
  constructor() {
    FakeRecognition.last = this;
  }
  start(given: unknown) {
    this.started = { track: given, isLocal: this.#isLocal };
  }
  stop() {
    this.onend?.();
  }
  abort() {}
}

const useBrand = (brand: string) =>
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: { brands: [{ brand }] } });
beforeEach(() => {
  onEnd.mockReset();
  useBrand('Google Chrome');
});
afterEach(() => void Reflect.deleteProperty(navigator, 'userAgentData'));

it('only Chrome is queried, because other programs with its engine crash', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  FakeRecognition.available.mockClear();
  useBrand('HeadlessChrome');
  expect(await findDeviceLanguage()).toBeNull();
  expect(FakeRecognition.available).not.toHaveBeenCalled();
});

it.each([
  ['available', navigator.language],
  ['downloadable', null],
  ['unavailable', null],
])('speech that is %s on the device is recognized in %s', async (state, language) => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  FakeRecognition.available.mockResolvedValueOnce(state);
  expect(await findDeviceLanguage()).toBe(language);
  expect(FakeRecognition.available).toHaveBeenLastCalledWith({
    langs: [navigator.language],
    processLocally: true,
  });
});

it("a browser that can recognize speech only on its maker's servers is not used", async () => {
  vi.stubGlobal('SpeechRecognition', undefined);
  vi.stubGlobal('webkitSpeechRecognition', class {});
  expect(await findDeviceLanguage()).toBeNull();
  expect(() => recognizeOnDevice({ stream }, 'en', onEnd)).toThrow("Couldn't turn the recording into text");
});

it('the recognizer may not send anything, and its final results are the text', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  const listening = recognizeOnDevice({ stream }, 'de-DE', onEnd);
  const { last } = FakeRecognition;
  expect([last.lang, last.started]).toEqual(['de-DE', { track, isLocal: true }]);
  const result = (transcript: string, isFinal: boolean) => Object.assign([{ transcript }], { isFinal });
  last.onresult?.({ results: [result('drei', true), result(' Blätter ', true), result('viel', false)] });
  expect(await listening.finish()).toBe('drei Blätter');
});

it('silence is not an error, everything else is', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  const silent = recognizeOnDevice({ stream }, 'en', onEnd);
  FakeRecognition.last.onerror?.({ error: 'no-speech' });
  expect(await silent.finish()).toBe('');
  const failed = recognizeOnDevice({ stream }, 'en', onEnd);
  FakeRecognition.last.onerror?.({ error: 'language-not-supported' });
  await expect(failed.finish()).rejects.toThrow("Couldn't turn the recording into text");
});

it('a recognizer that ends by itself is reported, with what it recognized before', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  const finished = recognizeOnDevice({ stream }, 'en', onEnd);
  await finished.finish();
  expect(onEnd).not.toHaveBeenCalled();
  const listening = recognizeOnDevice({ stream }, 'en', onEnd);
  const { last } = FakeRecognition;
  last.onresult?.({ results: [Object.assign([{ transcript: 'three' }], { isFinal: true })] });
  last.onerror?.({ error: 'audio-capture' });
  last.onend?.();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(await listening.finish()).toBe('three');
});
