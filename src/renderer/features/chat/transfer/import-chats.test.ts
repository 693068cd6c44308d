import { describe, expect, it } from 'vitest';
import { partsOf } from '../data/import-parts.ts';
import { batchesOf, type ImportRow } from './batches.ts';
import { toCloverJson } from './formats/clover-json.ts';
import { importChats } from './import-chats.ts';
import { openFile } from './open-file.ts';
import { fileOf, id, ownChat } from './testing/own-chat.ts';

describe('an import', () => {
  const many = async (count: number) => {
    const chats = Array.from({ length: count }, (_, n) => ownChat({ id: id(n) }));
    const file = await openFile(fileOf(toCloverJson(chats, new Date())));
    return { count: file.count, batches: () => batchesOf(file) };
  };
  const accept = (rows: readonly ImportRow[]) => rows.map(() => ({ outcome: 'imported', is_hidden: false }));
  const live = () => new AbortController().signal;

  it('is sent in calls of limited size, and reports its progress', async () => {
    const calls: number[] = [];
    const progress: number[] = [];
    const result = await importChats(
      await many(120),
      async (rows) => {
        calls.push(rows.length);
        return accept(rows);
      },
      ({ imported }) => progress.push(imported),
      live(),
    );
    expect([calls, progress]).toEqual([
      [33, 33, 33, 21],
      [33, 66, 99, 120],
    ]);
    expect(result).toEqual({ total: 120, imported: 120, present: 0, refused: 0, overLimit: 0, hidden: 0 });
  });

  describe('of a long chat', () => {
    const messages = Array.from({ length: 250 }, (_, n) => ({ id: `m${n}`, content: 'x' }));
    const parts = partsOf({ ...({} as ImportRow), id: id(1), messages: messages as never });
    const source = {
      count: 1,
      batches: async function* () {
        for (const row of parts) yield { rows: [row], unreadable: 0 };
      },
    };
    /** Imports the chat into a service that already has its first `done` messages. */
    const run = async (done: number, total = 250) => {
      const calls: string[] = [];
      const result = await importChats(
        source,
        async ([row]) => {
          const offset = row?.offset ?? 0;
          if (offset !== done) {
            calls.push(`again at ${offset}`);
            return [{ outcome: 'partial', next: done }];
          }
          done += row?.messages.length ?? 0;
          calls.push(`${offset} to ${done}`);
          return [done < total ? { outcome: 'partial', next: done } : { outcome: 'imported' }];
        },
        () => {},
        live(),
      );
      return { calls, imported: result.imported };
    };

    it('is sent in parts and counted once', async () => {
      expect(await run(0)).toEqual({ calls: ['0 to 100', '100 to 200', '200 to 250'], imported: 1 });
    });

    it('continues where it was interrupted, even inside a part', async () => {
      expect(await run(130)).toEqual({ calls: ['again at 0', '130 to 200', '200 to 250'], imported: 1 });
    });

    it('sends no further parts of a chat that already exists or was refused', async () => {
      for (const outcome of ['present', 'refused']) {
        let calls = 0;
        const answer = async () => {
          calls += 1;
          return [{ outcome }];
        };
        await importChats(source, answer, () => {}, live());
        expect(calls).toBe(1);
      }
    });

    it('also limits the size of a part in bytes, and sends a large message separately', () => {
      const sizes = [200_000, 200_000, 200_000, 900_000, 10];
      const chat = { id: id(2), messages: sizes.map((size) => ({ content: 'x'.repeat(size) })) };
      expect(partsOf(chat).map((part) => part.messages.length)).toEqual([2, 1, 1, 1]);
    });
  });

  it("counts the service's result for each chat", async () => {
    const outcomes = [
      { outcome: 'imported', is_hidden: true },
      { outcome: 'present' },
      { outcome: 'refused', code: 'invalid' },
      { outcome: 'refused', code: 'limit' },
    ];
    const result = await importChats(
      await many(4),
      async () => outcomes,
      () => {},
      live(),
    );
    expect(result).toEqual({ total: 4, imported: 1, present: 1, refused: 1, overLimit: 1, hidden: 1 });
  });

  it('stops when it is aborted or the service is unreachable, and keeps imported chats', async () => {
    const controller = new AbortController();
    const stop = importChats(
      await many(120),
      async (rows) => {
        controller.abort();
        return accept(rows);
      },
      () => {},
      controller.signal,
    );
    await expect(stop).rejects.toThrow(/abort/i);
    const away = importChats(
      await many(1),
      () => Promise.reject(new Error('away')),
      () => {},
      live(),
    );
    await expect(away).rejects.toThrow('away');
  });
});
