import { expect, it } from 'vitest';
import { transcriptFileName, transcriptOf } from './transcript.ts';

it('writes one "role: content" per message, with a blank line between [CHAT-102]', () => {
  expect(
    transcriptOf([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello\nthere' },
    ]),
  ).toBe('user: Hi\n\nassistant: Hello\nthere');
});

it('names the file after the day [CHAT-101]', () => {
  expect(transcriptFileName(new Date(2026, 0, 5, 23, 59))).toBe('chat-2026-01-05.txt');
});
