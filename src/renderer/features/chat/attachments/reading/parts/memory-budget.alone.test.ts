import { expect, it, vi } from 'vitest';
import { readingLimits } from '../limits.ts';
import { renewMemoryBudget, whenMemoryExceeded } from './memory-budget.ts';

const names = ['DecompressionStream', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'] as const;
const most = readingLimits.pageBytes;

/** Compresses this many megabytes of zeros. */
async function compress(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('deflate');
  const writer = writable.getWriter();
  const zeros = new Uint8Array(1_000_000);
  for (let count = 0; count < megabytes; count += 1) void writer.write(zeros);
  void writer.close();
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** Resolves with the number of unpacked bytes that arrive. */
async function unpack(packed: Uint8Array<ArrayBuffer>, onBytes = (_count: number): void => {}) {
  const { readable, writable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  void writer.write(packed).then(() => writer.close());
  let count = 0;
  for await (const bytes of readable) {
    count += bytes.length;
    onBytes(count);
  }
  return count;
}

it('limits what is unpacked and held for one page, and starts again for the next one', async () => {
  const originals = names.map((name) => globalThis[name]);
  const [small, large] = [await compress(1), await compress(170)];
  const native = new Uint8Array([1, 2]);
  // Outside of workers, nothing is replaced.
  renewMemoryBudget();
  expect(names.map((name) => globalThis[name])).toEqual(originals);
  const exceeded = vi.fn<() => void>();
  whenMemoryExceeded(exceeded);
  renewMemoryBudget();
  try {
    expect(new Uint8Array([1, 2])).toEqual(native);
    expect(native).toBeInstanceOf(Uint8Array);
    expect(await unpack(small)).toBe(1_000_000);
    expect(new Int16Array(most / 4)).toHaveLength(most / 4);
    renewMemoryBudget();
    expect(new Uint8ClampedArray(most)).toHaveLength(most);
    expect(exceeded).not.toHaveBeenCalled();
    expect(() => new Uint8Array(100_000)).toThrow(/too much memory/);
    expect(exceeded).toHaveBeenCalledOnce();

    renewMemoryBudget();
    exceeded.mockClear();
    let arrived = 0;
    // The stream stops, because the worker is terminated.
    void unpack(large, (count) => void (arrived = count));
    await vi.waitFor(() => expect(exceeded).toHaveBeenCalled(), 20_000);
    expect(arrived).toBeLessThanOrEqual(most);
    expect(arrived).toBeGreaterThan(most - 10_000_000);
  } finally {
    names.forEach((name, index) => Object.assign(globalThis, { [name]: originals[index] }));
  }
});
