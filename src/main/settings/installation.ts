import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { NotKept } from './not-kept.ts';
import type { Store, TellTrouble } from './store.ts';

export const installationSchema = z.object({
  id: z.uuid().exactOptional(),
});

/** What makes this installation itself. */
export interface Installation {
  readonly id: string;
}

/**
 * The installation's identity, made at the first start. Where the disk does not take it, it holds until the app ends: keys
 * in the keychain, which are bound to it, must then be entered again.
 */
export function readInstallation(
  store: Store<z.infer<typeof installationSchema>>,
  tell: TellTrouble = () => undefined,
): Installation {
  const { id } = store.read();
  if (id !== undefined) return { id };
  const made = { id: randomUUID() };
  try {
    store.write(made);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    tell(error.message);
  }
  return made;
}
