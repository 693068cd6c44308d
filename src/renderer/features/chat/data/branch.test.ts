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

describe('stored rows', () => {
  it('follow the last message', () => {
    expect(ids(branchWith(branch, [row('next', 'further')]))).toEqual([
      'question',
      'reply',
      'further',
      'next',
    ]);
  });

  it('become another version of the message after their parent, and hide the messages that followed it', () => {
    const changed = branchWith(branch, [row('newer', 'question')]);
    expect(ids(changed)).toEqual(['question', 'newer']);
    expect(changed?.at(-1)?.versions).toEqual(['older', 'reply', 'newer']);
  });

  it('can start another branch after a system prompt, which is not a version', () => {
    const changed = branchWith(branch, [row('prompt', null, { role: 'system' }), row('edited', 'prompt')]);
    expect(changed?.map(({ id, versions }) => [id, versions])).toEqual([
      ['prompt', []],
      ['edited', ['question', 'edited']],
    ]);
  });

  it('have no effect if they are already in the branch', () => {
    expect(branchWith(branch, [branch[1]!])).toBe(branch);
  });

  it('are not added if their parent is not loaded', () => {
    expect(branchWith(branch, [row('far', 'elsewhere')])).toBeNull();
  });
});

describe('a newly loaded branch end', () => {
  it('replaces the messages that it overlaps, including versions', () => {
    const end = [row('reply', 'question', { versions: ['older', 'reply', 'newer'] })];
    const changed = branchEndingIn(branch, end);
    expect(ids(changed)).toEqual(['question', 'reply']);
    expect(changed?.at(-1)).toBe(end[0]);
  });

  it('follows the message before it', () => {
    expect(ids(branchEndingIn(branch, [row('newer', 'question')]))).toEqual(['question', 'newer']);
  });

  it('replaces everything if it starts at the beginning of the chat, and removes everything if it is empty', () => {
    expect(ids(branchEndingIn(branch, [row('edited', null)]))).toEqual(['edited']);
    expect(branchEndingIn(branch, [])).toEqual([]);
  });

  it('is not added if messages before it are missing', () => {
    expect(branchEndingIn(branch, [row('far', 'elsewhere')])).toBeNull();
  });
});
