import { onTestFinished, vi } from 'vitest';

class FakeRecognition {
  static available = async () => 'available';
  static last: FakeRecognition;
  onresult: ((event: unknown) => void) | null = null;
  onend: (() => void) | null = null;
  get processLocally() {
    return true;
  }
  set processLocally(_: boolean) {}
  constructor() {
    FakeRecognition.last = this;
  }
  start() {}
  stop() {}
  abort() {}
}

/** Simulates Chrome, with a recognizer that recognizes the text that the test passes to `hear`, and then ends. */
export function stubRecognition() {
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  const brands = [{ brand: 'Google Chrome' }];
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: { brands } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgentData'));
  const hear = (transcript: string) => {
    const { onresult, onend } = FakeRecognition.last;
    onresult?.({ results: [Object.assign([{ transcript }], { isFinal: true })] });
    onend?.();
  };
  return { hear };
}
