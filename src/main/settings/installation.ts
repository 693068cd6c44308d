import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { NotKept } from './not-kept.ts';
import type { Store, TellTrouble } from './store.ts';

export const installationSchema = z.object({
  id: z.uuid().exactOptional(),
  ownerPassword: z.string().min(32).exactOptional(),
});

/** What makes this installation itself. The password signs its owner in at the embedded service and never leaves main. */
export interface Installation {
  readonly id: string;
  readonly ownerPassword: string;
}

/**
 * The installation's identity, made at the first start. Where the disk does not take it, it holds until the app ends: the
 * service takes the next one's password, but keys in the keychain, which are bound to the id, must then be entered again.
 */
export function readInstallation(
  store: Store<z.infer<typeof installationSchema>>,
  tell: TellTrouble = () => undefined,
): Installation {
  const { id, ownerPassword } = store.read();
  if (id !== undefined && ownerPassword !== undefined) return { id, ownerPassword };
  const made = {
    id: id ?? randomUUID(),
    ownerPassword: ownerPassword ?? randomBytes(32).toString('base64url'),
  };
  try {
    store.write(made);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    tell(error.message);
  }
  return made;
}
