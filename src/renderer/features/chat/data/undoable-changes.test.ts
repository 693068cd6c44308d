import { describe, expect, it } from 'vitest';
import { UndoableChanges } from './undoable-changes.ts';

const chat = (chatId: string) => ({ chatId, title: chatId, wasOpen: false, undo: async () => {} });

const remove = (changes: UndoableChanges, chatId: string, actionId = `delete ${chatId}`) =>
  changes.add({ actionId, kind: 'deleted' }, chat(chatId));

const idsOf = (changes: UndoableChanges) =>
  changes.all().map(({ chats }) => chats.map(({ chatId }) => chatId).join());

describe('deleted chats', () => {
  it('are kept until their toast closes, each deletion separately', () => {
    const changes = new UndoableChanges();
    remove(changes, 'a');
    remove(changes, 'b');
    expect(idsOf(changes)).toEqual(['a', 'b']);
    changes.forget({ actionId: 'delete a' });
    expect([idsOf(changes), changes.has('a'), changes.has('b')]).toEqual([['b'], false, true]);
  });

  it('are undone together with the other chats of the same action', () => {
    const changes = new UndoableChanges();
    remove(changes, 'a', 'one action');
    const [before] = changes.all();
    remove(changes, 'b', 'one action');
    expect(idsOf(changes)).toEqual(['a,b']);
    expect(changes.all()[0]).not.toBe(before);
    changes.forgetChat('a');
    expect(idsOf(changes)).toEqual(['b']);
    changes.forgetChat('b');
    expect(idsOf(changes)).toEqual([]);
  });

  it('are dropped when the user signs out', () => {
    const changes = new UndoableChanges();
    let calls = 0;
    changes.subscribe(() => void (calls += 1));
    remove(changes, 'a');
    changes.clear();
    expect([idsOf(changes), calls]).toEqual([[], 2]);
  });
});
