import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Store } from './store.ts';

export const installationSchema = z.object({
  id: z.uuid().exactOptional(),
  ownerPassword: z.string().min(32).exactOptional(),
});

/** What makes this installation itself. The password signs its owner in at the embedded service and never leaves main. */
export interface Installation {
  readonly id: string;
  readonly ownerPassword: string;
}

/** The installation's identity, made at the first start. */
export function readInstallation(store: Store<z.infer<typeof installationSchema>>): Installation {
  const { id = randomUUID(), ownerPassword = randomBytes(32).toString('base64url') } = store.read();
  store.write({ id, ownerPassword });
  return { id, ownerPassword };
}
