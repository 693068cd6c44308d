import { access } from 'node:fs/promises';

/** Whether something lies at `path`. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
