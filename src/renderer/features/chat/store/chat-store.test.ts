import { describe, expect, it, onTestFinished } from 'vitest';
import { branchOf, chatRow, messageRow } from '../testing/rows.ts';
import { ChatStore } from './chat-store.ts';
import { AccountDatabase } from './database.ts';
import { chatsOf } from './rows.ts';

function openStore(userId = 'ada', limit?: number): ChatStore {
  const database = new AccountDatabase(userId, () => {});
  onTestFinished(() => database.close());
  return new ChatStore(database, limit);
}
const ids = (rows: readonly { id: string }[] | null) => rows?.map(({ id }) => id) ?? null;
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00+00:00`;

describe('stored chats', () => {
  it('survive a reload, most recently changed first', async () => {
    const chats = [chatRow('a', { updatedAt: at(1) }), chatRow('b', { updatedAt: at(2) })];
    await openStore().writeChats({ chats, changedAfter: null });
    expect(await openStore().readChats()).toEqual(chats.toReversed());
  });

  it('are removed with their messages if the service no longer lists them, up to the end of the loaded list', async () => {
    const store = openStore();
    const chats = [1, 2, 3].map((day) => chatRow(`c${day}`, { updatedAt: at(day) }));
    await store.writeChats({ chats, changedAfter: null });
    await store.writeEnd('c3', branchOf(2, 'c3'));
    await store.writeChats({ chats: [chats[1]!], changedAfter: at(2) });
    expect(ids(await store.readChats())).toEqual(['c2', 'c1']);
    expect(await store.readEnd('c3', 50)).toBeNull();
    await store.writeChats({ chats: [chats[1]!], changedAfter: null });
    expect(ids(await store.readChats())).toEqual(['c2']);
  });

  it("have the service's pins", async () => {
    const store = openStore();
    const [a, b] = [chatRow('a', { pinnedAt: at(1) }), chatRow('b')];
    await store.writeChats({ chats: [a, b], changedAfter: null });
    await store.writePinned([{ ...b, pinnedAt: at(2) }]);
    const pins = (await store.readChats()).map(({ id, pinnedAt }) => [id, pinnedAt]);
    expect(new Map(pins as [string, string | null][])).toEqual(
      new Map([
        ['a', null],
        ['b', at(2)],
      ]),
    );
  });

  it('keep their messages and pins when they are archived, because the service lists them separately', async () => {
    const store = openStore();
    const archived = chatRow('a', { pinnedAt: at(1), archivedAt: at(2) });
    await store.putChats([archived]);
    await store.writeEnd('a', branchOf(2, 'a'));
    await store.writeChats({ chats: [], changedAfter: null });
    await store.writePinned([]);
    expect(await store.readChats()).toEqual([archived]);
    expect(await store.readEnd('a', 50)).toHaveLength(2);
  });

  it('have no model if an earlier version of the app stored them', () => {
    const { model: _model, ...earlier } = chatRow('a');
    expect(chatsOf([earlier])).toEqual([{ ...earlier, model: null }]);
  });

  it('belong to one account', async () => {
    await openStore('ada').writeChats({ chats: [chatRow('a')], changedAfter: null });
    expect(await openStore('bob').readChats()).toEqual([]);
  });
});

describe('stored messages', () => {
  it('are the end of the branch, and are kept when a newer end arrives', async () => {
    const branch = branchOf(120);
    await openStore().writeEnd('chat', branch.slice(0, 80));
    await openStore().writeEnd('chat', branch.slice(70));
    const store = openStore();
    expect(await store.readEnd('chat', 50)).toEqual(branch.slice(-50));
    expect(await store.readBefore('chat', branch[70]!.id)).toEqual(branch.slice(0, 70));
  });

  it('are joined at their parent, even if the two ends have no message in common', async () => {
    const branch = branchOf(8);
    await openStore().writeEnd('chat', branch.slice(0, 4));
    await openStore().writeEnd('chat', branch.slice(4));
    expect(await openStore().readEnd('chat', 50)).toEqual(branch);
  });

  it('replace earlier messages if there is a gap', async () => {
    const branch = branchOf(9);
    await openStore().writeEnd('chat', branch.slice(0, 4));
    await openStore().writeEnd('chat', branch.slice(5));
    expect(await openStore().readEnd('chat', 50)).toEqual(branch.slice(5));
  });

  it('include other versions until the service deletes them', async () => {
    const store = openStore();
    const [question, reply] = [
      messageRow('question', 1, null),
      messageRow('reply', 2, 'question', { versions: ['reply'] }),
    ];
    const other = messageRow('other', 3, 'question', { versions: ['reply', 'other'] });
    await store.writeEnd('chat', [question, reply]);
    await store.writeEnd('chat', [question, other]);
    expect(ids(await store.readMessages('chat'))).toEqual(['question', 'reply', 'other']);
    expect(ids(await store.readEnd('chat', 50))).toEqual(['question', 'other']);
    await store.writeEnd('chat', [question, { ...other, versions: ['other'] }]);
    expect(ids(await store.readMessages('chat'))).toEqual(['question', 'other']);
  });

  it('are removed beyond the limit, starting with the least recently used chats', async () => {
    const store = openStore('ada', 2_500);
    for (const chat of ['a', 'b', 'c']) await store.writeEnd(chat, branchOf(3, chat));
    expect(ids(await store.readEnd('a', 50))).toBeNull();
    expect((await store.readUsage()).bytes).toBeLessThanOrEqual(2_500);
    await store.writeEnd('b', branchOf(6, 'b'));
    expect([await store.readEnd('c', 50), ids(await store.readEnd('b', 50))?.length]).toEqual([null, 6]);
  });

  it('can be counted and cleared, and are then stored again', async () => {
    const store = openStore();
    const branch = branchOf(2);
    await store.writeEnd('chat', branch);
    expect(await store.readUsage()).toEqual({ chats: 1, messages: 2, bytes: expect.any(Number) });
    await store.clear();
    expect(await store.readUsage()).toEqual({ chats: 0, messages: 0, bytes: 0 });
    await store.writeEnd('chat', branch);
    expect(await store.readEnd('chat', 50)).toEqual(branch);
  });

  it("that this version of the app can't read are left out", async () => {
    const store = openStore();
    await store.writeEnd('chat', [...branchOf(1), { id: 'odd', chatId: 'chat', seq: 2 } as never]);
    expect(ids(await store.readEnd('chat', 50))).toEqual(['chat-1']);
  });
});
