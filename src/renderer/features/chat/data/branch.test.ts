import { describe, expect, it } from 'vitest';
import type { Message } from '../chat.ts';
import { branchEndingIn, branchWith } from './cache.ts';

const row = (id: string, parentId: string | null, more: Partial<Message> = {}): Message => ({
  id,
  chatId: 'chat',
  role: 'user',
  content: id,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: '',
  seq: 0,
  parentId,
  ...more,
});
const ids = (rows: readonly Message[] | null) => rows?.map(({ id }) => id) ?? null;

const branch = [
  row('question', null, { versions: ['question'] }),
  row('reply', 'question', { versions: ['older', 'reply'] }),
  row('further', 'reply', { versions: ['further'] }),
];

describe('rows that were stored', () => {
  it('follow the last message', () => {
    expect(ids(branchWith(branch, [row('next', 'further')]))).toEqual([
      'question',
      'reply',
      'further',
      'next',
    ]);
  });

  it('become a version beside the one that stood there, and hide what followed it', () => {
    const changed = branchWith(branch, [row('newer', 'question')]);
    expect(ids(changed)).toEqual(['question', 'newer']);
    expect(changed?.at(-1)?.versions).toEqual(['older', 'reply', 'newer']);
  });

  it('may be another beginning, with a system prompt in front that is no version', () => {
    const changed = branchWith(branch, [row('prompt', null, { role: 'system' }), row('edited', 'prompt')]);
    expect(changed?.map(({ id, versions }) => [id, versions])).toEqual([
      ['prompt', []],
      ['edited', ['question', 'edited']],
    ]);
  });

  it('change nothing when they are there already', () => {
    expect(branchWith(branch, [branch[1]!])).toBe(branch);
  });

  it('behind a message that is not loaded have no place yet', () => {
    expect(branchWith(branch, [row('far', 'elsewhere')])).toBeNull();
  });
});

describe('a newly loaded end', () => {
  it('takes the place of what it overlaps, with its versions', () => {
    const end = [row('reply', 'question', { versions: ['older', 'reply', 'newer'] })];
    const changed = branchEndingIn(branch, end);
    expect(ids(changed)).toEqual(['question', 'reply']);
    expect(changed?.at(-1)).toBe(end[0]);
  });

  it('follows the message before it', () => {
    expect(ids(branchEndingIn(branch, [row('newer', 'question')]))).toEqual(['question', 'newer']);
  });

  it('that begins the chat is all of it, and an empty one leaves nothing', () => {
    expect(ids(branchEndingIn(branch, [row('edited', null)]))).toEqual(['edited']);
    expect(branchEndingIn(branch, [])).toEqual([]);
  });

  it('with a gap before it does not meet what is loaded', () => {
    expect(branchEndingIn(branch, [row('far', 'elsewhere')])).toBeNull();
  });
});
