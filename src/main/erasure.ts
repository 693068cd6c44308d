import { existsSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import { brand } from '../shared/brand.ts';
import { embeddedIdentity } from '../shared/service/owner.ts';
import type { KeyVault } from './keychain/key-vault.ts';
import { log } from './log.ts';
import { identityOf, rememberedServices } from './service/remembered-services.ts';
import { installationSchema } from './settings/installation.ts';
import { settingsSchema } from './settings/settings.ts';
import { openStore, type TellTrouble } from './settings/store.ts';

const request = 'erase-requested';
/** Everything that main and the service keep, with what was set aside or half written. The rest is Chromium's. */
const kept = /^(service|dragged-out|(settings|installation)\.json.*)$/;

/** Has the next start erase everything, before the service runs and holds its files. */
export const requestErasure = (directory: string): void => writeFileSync(join(directory, request), '');

export interface ErasureOptions {
  readonly directory: string;
  readonly vault: Pick<KeyVault, 'deleteAllOf'>;
  readonly session: Pick<Session, 'clearStorageData' | 'clearCache'>;
  readonly tell: TellTrouble;
}

async function eraseKeys({ directory, vault, tell }: ErasureOptions): Promise<void> {
  const { id } = openStore(directory, 'installation', installationSchema).read();
  const services = rememberedServices(openStore(directory, 'settings', settingsSchema).read()).map(
    identityOf,
  );
  for (const identity of [...(id === undefined ? [] : [embeddedIdentity(id)]), ...services])
    // oxlint-disable-next-line no-await-in-loop -- a locked keychain asks the person, once and not for all at a time
    if (!(await vault.deleteAllOf(identity)))
      return tell('Your data is erased. The keychain is locked or missing, so API keys may still be in it.');
}

/**
 * Erases what an earlier run was asked to erase; does nothing otherwise. Repeated at the next start if it is interrupted,
 * because the request is the last file to go. Keys go first: afterwards nobody knows which are ours.
 *
 * @throws Error with a sentence for the person when a file cannot be deleted
 */
export async function finishErasure(options: ErasureOptions): Promise<void> {
  const { directory, session } = options;
  if (!existsSync(join(directory, request))) return;
  await eraseKeys(options);
  try {
    await session.clearStorageData();
    await session.clearCache();
    for (const name of await readdir(directory))
      // oxlint-disable-next-line no-await-in-loop -- a handful of files
      if (kept.test(name)) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
    await rm(join(directory, request));
  } catch (error) {
    log('erasure.failed', { code: String((error as NodeJS.ErrnoException).code) });
    throw new Error(
      `${brand} could not erase all data, because a file is in use or protected. Close other programs and start ${brand} again.`,
      { cause: error },
    );
  }
}
