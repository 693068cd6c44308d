import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Chat } from '../chat.ts';
import { listedChats } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import { ChatStore } from '../store/chat-store.ts';
import { AccountDatabase } from '../store/database.ts';
import { createMemoryStorage } from '../testing/memory-outbox.ts';
import { chatRow } from '../testing/rows.ts';
import { applyConfirmed } from './execute.ts';
import type { ExecuteResult, Operation } from './operation.ts';
import { Outbox } from './outbox.ts';
import { chatsWith } from './overlay.ts';

/** Creates a random number generator (mulberry32). The seed makes failures reproducible. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Change = Extract<Operation, { kind: 'rename' | 'pin' | 'archive' | 'delete' }>;

/** Creates a fake service that may lose responses or be unreachable. Its responses may be several states old. */
function createService(random: () => number, chats: Map<string, Chat>) {
  const state = { isReliable: false };
  const execute = async (operation: Operation): Promise<ExecuteResult> => {
    if (operation.kind === 'library') return 'done';
    const luck = state.isReliable ? 1 : random();
    if (luck < 0.2) return 'offline';
    const chat = chats.get(operation.chatId);
    if (!chat) return operation.kind === 'delete' ? 'done' : { refused: 'gone' };
    if (operation.kind === 'rename') chats.set(chat.id, { ...chat, title: operation.title });
    if (operation.kind === 'pin') chats.set(chat.id, { ...chat, pinnedAt: operation.pinnedAt });
    if (operation.kind === 'archive') chats.set(chat.id, { ...chat, archivedAt: operation.archivedAt });
    if (operation.kind === 'delete') chats.delete(chat.id);
    return luck < 0.4 ? 'offline' : 'done';
  };
  return { execute, state };
}

it('300 random histories converge, and no response undoes a change by the user', async () => {
  vi.useFakeTimers();
  for (let seed = 1; seed <= 300; seed += 1) {
    const { left, stored, shown, expected } = await runHistory(seed);
    expect([left, stored, shown], `seed ${seed}`).toEqual([[], expected, expected]);
  }
});

async function runHistory(seed: number) {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rows = new Map(['a', 'b', 'c', 'd'].map((id) => [id, chatRow(id)]));
  const service = createService(random, rows);
  const answers: (() => void)[] = [];
  const list = chatQueries.list('user');
  // A request reads the rows immediately, but its response may arrive at any later time.
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const page = { chats: [...rows.values()], next: null };
    return new Promise<typeof page>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')));
      answers.push(() => resolve(page));
    });
  };
  const refetch = () => void client.fetchInfiniteQuery({ ...list, queryFn, staleTime: 0 }).catch(() => {});
  client.setQueryData(list.queryKey, {
    pages: [{ chats: [...rows.values()], next: null }],
    pageParams: [null],
  });

  const database = new AccountDatabase(`user-${seed}`, () => {});
  const store = new ChatStore(database);
  const outbox = new Outbox({
    userId: `user-${seed}`,
    store: createMemoryStorage(),
    execute: service.execute,
    onEnd: (operation, end) => {
      if (end === 'done' && operation.kind !== 'library') applyConfirmed(client, 'user', store, operation);
    },
  });
  const shown = () => chatsWith(listedChats(client.getQueryData(list.queryKey)), outbox.all());
  /** The user expects all of their changes to be applied in order. */
  const expected = new Map(rows);

  for (let step = 0; step < 25; step += 1) {
    const luck = random();
    if (luck < 0.5 && expected.size > 0) {
      const chatId = pick([...expected.keys()]);
      const base = { id: `${seed}-${step}`, chatId, createdAt: random() };
      const change: Change = pick<Change>([
        { ...base, kind: 'rename', title: `Title ${step}` },
        { ...base, kind: 'pin', pinnedAt: random() < 0.5 ? null : `pinned ${step}` },
        { ...base, kind: 'archive', archivedAt: random() < 0.5 ? null : `archived ${step}` },
        { ...base, kind: 'delete' },
      ]);
      const [changed] = chatsWith([expected.get(chatId)!], [change]);
      if (changed) expected.set(chatId, changed);
      else expected.delete(chatId);
      void outbox.add(change);
    } else if (luck < 0.7) refetch();
    else if (luck < 0.85) pick([...answers, () => {}])();
    else outbox.retry();
    if (random() < 0.7) await vi.advanceTimersByTimeAsync(Math.floor(random() * 2_000));
    else await Promise.resolve();
    expect(shown(), `seed ${seed}, step ${step}`).toEqual([...expected.values()]);
  }
  service.state.isReliable = true;
  outbox.retry();
  await vi.advanceTimersByTimeAsync(1_000);
  for (const answer of answers) answer();
  await vi.advanceTimersByTimeAsync(0);
  const end = {
    left: outbox.all(),
    stored: [...rows.values()],
    shown: shown(),
    expected: [...expected.values()],
  };
  outbox.dispose();
  database.close();
  client.clear();
  return end;
}
