import { afterEach, describe, expect, it } from 'vitest';
import { splitReply } from './memory-lines.ts';
import { memory } from './memory-state.ts';
import { toPortableMessage } from './portable-chat.ts';

const content = 'Good choice.\n\n[REMEMBER: The user drinks tea.]';
const usage = { instructions: ['account', 'memory'] };

afterEach(() => {
  memory.isOn = false;
});

describe('a line that proposes what to remember', () => {
  it('is a proposal if the reply was requested with memory, also after it was turned off', () => {
    const expected = { text: 'Good choice.', proposals: ['The user drinks tea.'] };
    expect(splitReply({ role: 'assistant', content, usage })).toEqual(expected);
    memory.isOn = true;
    expect(splitReply({ role: 'assistant', content, usage })).toEqual(expected);
  });

  it('is part of the text otherwise, and of what the user writes', () => {
    const text = { text: content, proposals: [] };
    expect(splitReply({ role: 'assistant', content })).toEqual(text);
    expect(splitReply({ role: 'assistant', content, usage: { instructions: ['account'] } })).toEqual(text);
    memory.isOn = true;
    expect(splitReply({ role: 'user', content, usage })).toEqual(text);
  });

  it('is neither shown nor offered in copies, which do not say how they were requested', () => {
    memory.isOn = true;
    expect(splitReply({ role: 'assistant', content })).toEqual({ text: 'Good choice.', proposals: [] });
  });

  it('is not exported while memory is on', () => {
    const row = {
      id: 'a',
      parent_id: null,
      role: 'assistant' as const,
      content,
      status: 'complete' as const,
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      content_format: 'plain' as const,
      created_at: '',
      seq: 1,
      parameters: null,
    };
    expect(toPortableMessage(row).content).toBe(content);
    memory.isOn = true;
    expect(toPortableMessage(row).content).toBe('Good choice.');
  });
});
