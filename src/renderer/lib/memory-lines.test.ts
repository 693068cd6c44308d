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
  it('is a proposal if the reply was requested with memory, even after it was turned off', () => {
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

  it('is part of a reply that was requested without memory, such as an imported one, while memory is on', () => {
    memory.isOn = true;
    expect(splitReply({ role: 'assistant', content })).toEqual({ text: content, proposals: [] });
  });

  it('is not shown in a reply that is not stored yet, while memory is on', () => {
    for (const isGrowing of [true, false]) {
      const shown = () => splitReply({ content }, { isGrowing, isStored: false });
      expect(shown()).toEqual({ text: content, proposals: [] });
      memory.isOn = true;
      expect(shown().text.trim()).toBe('Good choice.');
      expect(shown().proposals).toEqual([]);
      memory.isOn = false;
    }
  });

  it('is not exported if the reply was requested with memory', () => {
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
    memory.isOn = true;
    expect(toPortableMessage(row).content).toBe(content);
    expect(toPortableMessage({ ...row, usage: null }).content).toBe(content);
    memory.isOn = false;
    expect(toPortableMessage({ ...row, usage }).content).toBe('Good choice.');
  });
});
