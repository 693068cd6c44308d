import { describe, expect, it } from 'vitest';
import { chatRow, messageRow } from '../testing/rows.ts';
import type { Operation } from './operation.ts';
import { applyToBranch, chatsWith } from './overlay.ts';

const at = '2026-11-02T00:00:00Z';
const change = (kind: Operation['kind'], more: object = {}, chatId = 'a') =>
  ({ kind, id: crypto.randomUUID(), chatId, createdAt: 0, ...more }) as Operation;
const question = messageRow('question', 1, null);
const first = messageRow('first', 2, 'question', { versions: ['first', 'second'] });
const second = messageRow('second', 3, 'question', { versions: ['first', 'second'] });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('the chats with changes that wait', () => {
  it('have the last title and pin, and exclude deleted chats', () => {
    const chats = [chatRow('a'), chatRow('b'), chatRow('c')];
    const changed = chatsWith(chats, [
      change('rename', { title: 'First' }),
      change('pin', { pinnedAt: at }),
      change('rename', { title: 'Second' }),
      change('delete', {}, 'b'),
    ]);
    expect(changed).toEqual([{ ...chats[0], title: 'Second', pinnedAt: at }, chats[2]]);
  });

  it('are archived by the last change, and unarchived by a message', () => {
    const chats = [chatRow('a', { archivedAt: at }), chatRow('b'), chatRow('c')];
    const archive = (chatId: string) => change('archive', { archivedAt: at }, chatId);
    const changed = chatsWith(chats, [
      change('archive', { archivedAt: null }, 'a'),
      archive('b'),
      change('send', {}, 'b'),
      archive('c'),
    ]);
    expect(changed.map(({ archivedAt }) => archivedAt)).toEqual([null, null, at]);
  });

  it('stay in the list while one of their messages waits, even if they were archived after it', () => {
    const operations = [change('send'), change('archive', { archivedAt: at })];
    expect(chatsWith([chatRow('a')], operations)).toEqual([chatRow('a')]);
  });

  it('have the last chosen model', () => {
    const [one, two] = [
      { id: 'one', vendorName: null },
      { id: 'two', vendorName: 'openai' },
    ];
    const changed = chatsWith([chatRow('a', { model: one })], [change('model', { model: two })]);
    expect(changed[0]?.model).toEqual(two);
  });

  it('have the last parameters, or none after a reset', () => {
    const chats = [chatRow('a'), chatRow('b', { parameters: { topP: 0.5 } })];
    const changed = chatsWith(chats, [
      change('parameters', { parameters: { topP: 0.5 } }),
      change('parameters', { parameters: { effort: 'low' } }),
      change('parameters', { parameters: null }, 'b'),
    ]);
    expect(changed.map(({ parameters }) => parameters)).toEqual([{ effort: 'low' }, null]);
  });

  it('are the same objects if nothing waits', () => {
    const chats = [chatRow('a')];
    expect(chatsWith(chats, [])).toBe(chats);
  });
});

describe('a branch with changes that wait', () => {
  it('shows the selected version, or the rest after a deletion', () => {
    const known = [question, first, second];
    const show = change('show-version', { messageId: 'first' });
    expect(ids(applyToBranch([question, second], known, [show]))).toEqual(['question', 'first']);
    const remove = change('delete-version', { messageId: 'first' });
    expect(ids(applyToBranch([question, second], known, [show, remove]))).toEqual(['question', 'second']);
    const removeOther = change('delete-version', { messageId: 'second' });
    expect(ids(applyToBranch([question, second], known, [remove, removeOther]))).toEqual(['question']);
  });

  it('is unchanged if the version is not on this device', () => {
    const branch = [question, second];
    expect(applyToBranch(branch, branch, [change('show-version', { messageId: 'first' })])).toBe(branch);
  });
});
