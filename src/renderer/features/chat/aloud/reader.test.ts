import { beforeEach, expect, it, vi } from 'vitest';
import { SpeechReader } from './reader.ts';

interface Utterance {
  readonly text: string;
  onend?: () => void;
  onerror?: () => void;
}

let spoken: Utterance[];

beforeEach(() => {
  spoken = [];
  // As in Chrome, a canceled utterance reports an error.
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: Utterance) => void spoken.push(utterance),
    cancel: () => spoken.at(-1)?.onerror?.(),
  });
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
});

function createReader(...sentences: string[]) {
  const events = {
    onPlace: vi.fn<(place: number) => void>(),
    onEnd: vi.fn<() => void>(),
    onReplaced: vi.fn<() => void>(),
  };
  const onFail = vi.fn<() => void>();
  const reader = new SpeechReader(sentences, { lang: 'en' } as SpeechSynthesisVoice, { ...events, onFail });
  return { reader, ...events, onFail };
}
const texts = () => spoken.map(({ text }) => text);

it('another reply replaces the first one, whose player then stops nothing', () => {
  const first = createReader('One.', 'Two.');
  const second = createReader('Three.', 'Four.');
  first.reader.read(0);
  second.reader.read(0);
  expect(first.onReplaced).toHaveBeenCalledOnce();
  // The player of the first reply does this when it unmounts.
  first.reader.stop();
  spoken.at(-1)?.onend?.();
  expect(texts()).toEqual(['One.', 'Three.', 'Four.']);
  expect([second.onEnd.mock.calls, first.onFail.mock.calls, second.onFail.mock.calls]).toEqual([[], [], []]);
});

it('a reply that is paused does not end when another one is read, and continues later', () => {
  const first = createReader('One.');
  const second = createReader('Two.');
  first.reader.read(0);
  first.reader.stop();
  second.reader.read(0);
  expect(first.onReplaced).not.toHaveBeenCalled();
  first.reader.read(0);
  expect([texts(), second.onReplaced.mock.calls.length]).toEqual([['One.', 'Two.', 'One.'], 1]);
});

it('reports a voice that fails, and ends after the last sentence', () => {
  const failing = createReader('One.', 'Two.');
  failing.reader.read(0);
  spoken.at(-1)?.onerror?.();
  expect([failing.onFail.mock.calls.length, failing.onEnd.mock.calls.length]).toEqual([1, 0]);
  const last = createReader('One.');
  last.reader.read(0);
  spoken.at(-1)?.onend?.();
  expect([last.onFail.mock.calls.length, last.onEnd.mock.calls.length]).toEqual([0, 1]);
});
