import { expect, it } from 'vitest';
import { passedMessages } from './messages.ts';

const call = { id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } } as const;
const extra_content = { google: { thought_signature: 'YQ==' } };
const messages = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: null, tool_calls: [{ ...call, extra_content }] },
] as const;

it.each(['google/gemini-3-pro', 'Gemini-3-Flash'])('signatures of calls are sent back to %s', (model) => {
  expect(passedMessages(messages, model)).toBe(messages);
});

it.each(['mistral-large', 'gpt-4.1'])(
  'signatures of calls are not sent to %s, which may refuse them',
  (model) => {
    expect(passedMessages(messages, model)).toEqual([messages[0], { ...messages[1], tool_calls: [call] }]);
  },
);
