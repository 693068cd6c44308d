import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SaveError } from './save-error.ts';
import type { Store, ReportProblem } from './store.ts';

export const installationSchema = z.object({
  id: z.uuid().exactOptional(),
});

export interface Installation {
  readonly id: string;
}

/**
 * Returns the installation's identity, created at the first start. If it cannot be saved, the next start creates
 * another one, and users must enter their keys again, because keys in the keychain are bound to it.
 */
export function readInstallation(
  store: Store<z.infer<typeof installationSchema>>,
  report: ReportProblem = () => undefined,
): Installation {
  const { id } = store.read();
  if (id !== undefined) return { id };
  const created = { id: randomUUID() };
  try {
    store.write(created);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    report(error.message);
  }
  return created;
}
