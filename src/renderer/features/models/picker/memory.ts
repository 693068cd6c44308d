import { useCallback, useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage.ts';
import type { ModelSection } from '../own-sections.ts';

const MAX_RECENT = 5;
const MAX_FAVORITES = 100;

const schema = z.object({ favorites: z.array(z.string()), recent: z.array(z.string()) });

/** Favorite and recently selected models on this device. */
export type ModelMemory = Readonly<z.infer<typeof schema>>;

/** Includes the vendor, because two vendors may have models with the same id. */
export const modelKey = ({ vendorName }: Pick<ModelSection, 'vendorName'>, id: string): string =>
  `${vendorName ?? ''} ${id}`;

const modelMemoryKey = (userId: string) => `clover-models:${userId}` as const;

function read(userId: string): ModelMemory {
  try {
    return schema.parse(JSON.parse(readStored(modelMemoryKey(userId)) ?? ''));
  } catch {
    return { favorites: [], recent: [] };
  }
}

export function useModelMemory(userId: string) {
  const [memory, setMemory] = useState(() => read(userId));
  const change = useCallback(
    (update: (latest: ModelMemory) => ModelMemory) => {
      // Read again, because another window may have changed it.
      const changed = update(read(userId));
      writeStored(modelMemoryKey(userId), JSON.stringify(changed));
      setMemory(changed);
    },
    [userId],
  );
  const remember = useCallback(
    (key: string) =>
      change(({ recent, ...rest }) => ({
        ...rest,
        recent: [key, ...recent.filter((other) => other !== key)].slice(0, MAX_RECENT),
      })),
    [change],
  );
  const toggleFavorite = useCallback(
    (key: string) =>
      change(({ favorites, ...rest }) => ({
        ...rest,
        favorites: favorites.includes(key)
          ? favorites.filter((other) => other !== key)
          : [...favorites, key].slice(-MAX_FAVORITES),
      })),
    [change],
  );
  return { memory, remember, toggleFavorite };
}
