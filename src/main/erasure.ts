import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import { embeddedIdentity } from '../shared/service/owner.ts';
import { keepNewestDumps } from './diagnostics/crash-dumps.ts';
import type { KeyVault } from './keychain/key-vault.ts';
import { log } from './log.ts';
import { identityOf, rememberedServices } from './service/remembered-services.ts';
import { installationSchema } from './settings/installation.ts';
import { settingsSchema } from './settings/settings.ts';
import { openStore, type ReportProblem } from './settings/store.ts';
import { startTexts } from './texts.ts';

const request = 'erase-requested';
/**
 * All files that the main process and the service write, including renamed and incomplete ones. Chromium writes the
 * other files.
 */
const ownFiles =
  /^(service|dragged-out|unsaved-replies|restore-requested|keys\.json.*|logs|(settings|installation)\.json.*)$/;

/** Makes the next start erase everything, before the service opens its files. */
export const requestErasure = (directory: string): void => writeFileSync(join(directory, request), '');

export const withdrawErasure = (directory: string): void => rmSync(join(directory, request), { force: true });

export interface ErasureOptions {
  readonly directory: string;
  readonly crashDumps: string;
  readonly vault: Pick<KeyVault, 'deleteAllOf'>;
  readonly session: Pick<Session, 'clearStorageData' | 'clearCache'>;
  readonly report: ReportProblem;
}

async function eraseKeys({ directory, vault, report }: ErasureOptions): Promise<void> {
  const { id } = openStore(directory, 'installation', installationSchema).read();
  const services = rememberedServices(openStore(directory, 'settings', settingsSchema).read()).map(
    identityOf,
  );
  for (const identity of [...(id === undefined ? [] : [embeddedIdentity(id)]), ...services])
    // oxlint-disable-next-line no-await-in-loop -- a locked keychain prompts the user, so ask it once
    if (!(await vault.deleteAllOf(identity))) return report(startTexts.keysLeft);
}

/**
 * Erases everything if an earlier run requested it. The request is deleted last, so an interrupted erasure is
 * repeated at the next start. Keys are deleted first, because the settings are needed to find them.
 * @throws Error with a message for the user if a file cannot be deleted
 */
export async function finishErasure(options: ErasureOptions): Promise<void> {
  const { directory, crashDumps, session } = options;
  if (!existsSync(join(directory, request))) return;
  await eraseKeys(options);
  try {
    await session.clearStorageData();
    await session.clearCache();
    keepNewestDumps(crashDumps, 0);
    for (const name of await readdir(directory))
      // oxlint-disable-next-line no-await-in-loop -- a handful of files
      if (ownFiles.test(name))
        await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
    await rm(join(directory, request));
  } catch (error) {
    log('erasure.failed', { code: String((error as NodeJS.ErrnoException).code) });
    throw new Error(startTexts.notErased, { cause: error });
  }
}
