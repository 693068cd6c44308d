import { openDB } from 'idb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteAccountDatabase, searchDatabase } from '../../../lib/account-database.ts';
import { toMessageDocument } from '../../../../shared/search/documents.ts';
import { defaultScope } from '../data/search-messages.ts';
import type { Changes } from './changes.ts';
import { DeviceIndex } from './device-index.ts';

const makeKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const key = await makeKey();

let accounts = 0;
/** Returns an account without an index. The databases of earlier tests may still be open. */
const newAccount = () => {
  const account = `ada-${(accounts += 1)}`;
  onTestFinished(() => deleteAccountDatabase(account));
  return account;
};
async function openIndex(account: string, accountKey = key): Promise<DeviceIndex> {
  const index = new DeviceIndex();
  await index.open(account, accountKey);
  return index;
}
const time = '2026-11-20T10:00:00Z';
const chat = (id: string, title = 'A chat') =>
  ({
    kind: 'chat',
    id,
    title,
    updatedAt: time,
    isPinned: false,
    isArchived: false,
    projectId: null,
  }) as const;
const message = (id: string, content: string, chatId = 'a') =>
  toMessageDocument({ id, chatId, role: 'user', content, files: [], modelId: null, writtenAt: time });
const changes = (cursor: string, documents: Changes['documents'], removedIds: readonly string[] = []) => ({
  documents,
  removedIds,
  cursor,
});
const find = (index: DeviceIndex, query: string) =>
  index
    .search(query, defaultScope)
    .map(({ messageId, chatId }) => messageId ?? chatId)
    .toSorted();
const openStored = (account: string) => openDB(searchDatabase(account));

describe('an index on this device', () => {
  it('returns hits as the service does', async () => {
    const index = await openIndex(newAccount());
    await index.apply(changes('1', [chat('a', 'Bees'), message('m', 'White clover feeds bees')]), null);
    expect(index.search('bees', { ...defaultScope, maxHits: 1 })).toEqual([
      {
        chatId: 'a',
        title: 'Bees',
        messageId: null,
        excerpt: '\u0002Bees\u0003',
        writtenAt: time,
        isArchived: false,
      },
    ]);
    expect(index.search('clover', defaultScope).map(({ excerpt }) => excerpt)).toEqual([
      'White \u0002clover\u0003 feeds bees',
    ]);
  });

  it('continues after a reload', async () => {
    const account = newAccount();
    const before = await openIndex(account);
    await before.apply(changes('1', [chat('a'), message('m', 'clover'), message('n', 'clover')]), null);
    await before.apply(changes('2', [message('o', 'clover')], ['n']), '1');
    const index = await openIndex(account);
    expect(index.state).toEqual({ messages: 2, cursor: '2' });
    expect(find(index, 'clover')).toEqual(['m', 'o']);
  });

  it('is encrypted, names and cursor included', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    await index.apply(changes('the cursor', [chat('a', 'Secret title'), message('m', 'clover')]), null);
    const stored = await openStored(account);
    const rows: Uint8Array[] = [...(await stored.getAll('segments')), ...(await stored.getAll('manifest'))];
    stored.close();
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(new TextDecoder('latin1').decode(row)).not.toMatch(/clover|Secret|cursor|segments|documents/);
  });

  it('merges small segments, and stays the same', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    await index.apply(changes('0', [chat('a'), chat('gone', 'Clover')]), null);
    for (let step = 1; step <= 40; step += 1) {
      const documents = [message(`m${step}`, `clover ${step}`), message(`g${step}`, 'clover', 'gone')];
      const removedIds = step === 30 ? ['gone', 'm7'] : [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await index.apply(
        changes(`${step}`, step < 30 ? documents : documents.slice(0, 1), removedIds),
        `${step - 1}`,
      );
    }
    const stored = await openStored(account);
    expect((await stored.getAllKeys('segments')).length).toBeLessThan(20);
    stored.close();
    const reopened = await openIndex(account);
    expect(find(reopened, 'clover').length).toBe(30);
    expect(reopened.state).toEqual({ messages: 39, cursor: '40' });
    expect(find(reopened, '"clover 7"')).toEqual([]);
    expect(find(reopened, '"clover 40"')).toEqual(['m40']);
  });

  it('removes chats that the account no longer has', async () => {
    const index = await openIndex(newAccount());
    await index.apply(changes('1', [chat('a'), message('m', 'clover'), chat('b', 'Clover')]), null);
    await index.apply({ ...changes('2', []), chatIds: ['a'] }, '1');
    expect(find(index, 'clover')).toEqual(['m']);
    await index.apply({ ...changes('3', []), chatIds: [] }, '2');
    expect(find(index, 'clover')).toEqual([]);
  });

  it('stores nothing that it already contains', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    const same = changes('1', [chat('a'), message('m', 'clover')]);
    await index.apply(same, null);
    await index.apply(same, '1');
    const stored = await openStored(account);
    expect(await stored.count('segments')).toBe(1);
    stored.close();
    expect(find(index, 'clover')).toEqual(['m']);
  });

  it('no longer stores removed messages after it is opened again', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    const many = Array.from({ length: 300 }, (_, each) =>
      message(`m${each}`, `clover ${'x'.repeat(1_000)}`, 'b'),
    );
    await index.apply(changes('1', [chat('a'), chat('b'), message('kept', 'clover'), ...many]), null);
    await index.apply(changes('2', [], ['b']), '1');
    const reopened = await openIndex(account);
    const stored = await openStored(account);
    const rows = (await stored.getAll('segments')) as Uint8Array[];
    stored.close();
    expect(rows.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(1_000);
    expect([reopened.state, (await openIndex(account)).state]).toEqual(
      Array.from({ length: 2 }, () => ({ messages: 1, cursor: '2' })),
    );
    expect(find(reopened, 'clover')).toEqual(['kept']);
  });

  it('works without storage', async () => {
    vi.stubGlobal('indexedDB', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const index = await openIndex(newAccount());
    await index.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    expect(find(index, 'clover')).toEqual(['m']);
  });

  it('is deleted at sign-out, even while it is open', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    await index.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    await deleteAccountDatabase(account);
    expect((await openIndex(account)).state).toEqual({ messages: 0, cursor: null });
  });
});

describe('a stored index', () => {
  const fill = async (account: string) => {
    const index = await openIndex(account);
    await index.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    await index.apply(changes('2', [message('n', 'clover')]), '1');
  };
  const damage: [string, (account: string) => Promise<unknown>][] = [
    [
      'damaged',
      async (account) => {
        const stored = await openStored(account);
        const [first = 0] = await stored.getAllKeys('segments');
        const bytes = (await stored.get('segments', first)) as Uint8Array;
        await stored.put('segments', bytes.with(20, (bytes[20] ?? 0) ^ 1), first);
        stored.close();
      },
    ],
    [
      'incomplete',
      async (account) => {
        const stored = await openStored(account);
        const [first = 0] = await stored.getAllKeys('segments');
        await stored.delete('segments', first);
        stored.close();
      },
    ],
    [
      'of another order',
      async (account) => {
        const stored = await openStored(account);
        const [first = 0, second = 0] = await stored.getAllKeys('segments');
        const [one, other] = [await stored.get('segments', first), await stored.get('segments', second)];
        await stored.put('segments', other, first);
        await stored.put('segments', one, second);
        stored.close();
      },
    ],
    [
      'of another account',
      async (account) => {
        const other = newAccount();
        await fill(other);
        const [from, to] = [await openStored(other), await openStored(account)];
        await to.put('manifest', await from.get('manifest', 'manifest'), 'manifest');
        from.close();
        to.close();
      },
    ],
  ];
  it.each(damage)('that is %s is built again', async (_what, change) => {
    const account = newAccount();
    await fill(account);
    await change(account);
    const index = await openIndex(account);
    expect(index.state).toEqual({ messages: 0, cursor: null });
    await index.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    expect(find(await openIndex(account), 'clover')).toEqual(['m']);
  });

  it('of another key is built again', async () => {
    const account = newAccount();
    await fill(account);
    expect((await openIndex(account, await makeKey())).state).toEqual({ messages: 0, cursor: null });
  });
});

describe('two tabs', () => {
  it('share what one of them has indexed', async () => {
    const account = newAccount();
    const [one, other] = [await openIndex(account), await openIndex(account)];
    await one.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    await one.apply(changes('2', [message('n', 'clover')]), '1');
    const state = await other.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    expect(state).toEqual({ messages: 2, cursor: '2' });
    await other.apply(changes('3', [message('o', 'clover')], ['n']), '2');
    expect(await one.apply(changes('3', [message('o', 'clover')], ['n']), '2')).toEqual({
      messages: 2,
      cursor: '3',
    });
    expect([find(one, 'clover'), find(other, 'clover')]).toEqual([
      ['m', 'o'],
      ['m', 'o'],
    ]);
  });

  it('begin again if one of them deletes the index', async () => {
    const account = newAccount();
    const index = await openIndex(account);
    await index.apply(changes('1', [chat('a'), message('m', 'clover')]), null);
    const other = await openIndex(account, await makeKey());
    await other.apply(changes('x', []), null);
    const state = await index.apply(changes('2', [message('n', 'clover')]), '1');
    expect(state).toEqual({ messages: 0, cursor: null });
  });
});
