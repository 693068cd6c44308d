import { expect, it } from 'vitest';
import { splitSystemPrompt } from './system-prompt.ts';

it('splits the prompt from the message [CHAT-079]', () => {
  expect(splitSystemPrompt('[SYSTEM: Be brief.]\n\nHello')).toEqual({
    systemPrompt: 'Be brief.',
    text: 'Hello',
  });
  expect(splitSystemPrompt('[SYSTEM: Be brief.]\r\n\r\nHello\n')).toEqual({
    systemPrompt: 'Be brief.',
    text: 'Hello',
  });
});

it('ends at the first bracket before a blank line [CHAT-079]', () => {
  expect(splitSystemPrompt('[SYSTEM: Use [brackets] and\n]\nmore]\n\none ]\n\ntwo')).toEqual({
    systemPrompt: 'Use [brackets] and\n]\nmore',
    text: 'one ]\n\ntwo',
  });
});

it.each([
  ['text in front', ' [SYSTEM: x]\n\nHello'],
  ['no blank line', '[SYSTEM: x]\nHello'],
  ['no space after the colon', '[SYSTEM:x]\n\nHello'],
  ['lower case', '[system: x]\n\nHello'],
  ['no bracket', '[SYSTEM: x\n\nHello'],
  ['a blank prompt', '[SYSTEM:   ]\n\nHello'],
  ['a blank message', '[SYSTEM: x]\n\n  '],
])('does not split a message with %s [CHAT-079]', (_, message) => {
  expect(splitSystemPrompt(message)).toEqual({ systemPrompt: null, text: message });
});
