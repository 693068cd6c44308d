import type { z } from 'zod';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from '../store/chat-store.ts';

/** Loads a value and copies it to this device. If the service is unreachable, returns the copy. */
export async function withDeviceCopy<Value>(
  store: ChatStore | null,
  name: string,
  schema: z.ZodType<Value>,
  load: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await load();
    void store?.writeCopy(name, value);
    return value;
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'offline')) throw error;
    const copy = schema.safeParse(await store?.readCopy(name));
    if (!copy.success) throw error;
    return copy.data;
  }
}
