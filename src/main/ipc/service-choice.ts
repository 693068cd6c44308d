import { channels } from '../../shared/ipc/channels.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import type { UnsavedReplies } from '../replies/unsaved-replies.ts';
import { checkServiceAddress } from '../service/check-address.ts';
import { identityOf, rememberedServices, withServiceInUse } from '../service/remembered-services.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle, UserFacingError } from './handle.ts';

export interface ServiceChoice {
  readonly settings: Store<Settings>;
  readonly fetch: typeof globalThis.fetch;
  readonly vault: Pick<KeyVault, 'deleteAllOf'>;
  readonly unsaved: Pick<UnsavedReplies, 'deleteAllOfService'>;
  /** True if the environment sets the service. */
  readonly isFixed: boolean;
  readonly relaunch: () => void;
}

/**
 * Chooses the service. A change needs a restart, because the page's policy names the service's origin. Data of the embedded
 * service and sessions of other services are kept.
 */
export function registerServiceChoice(choice: ServiceChoice): void {
  const { settings, fetch, vault, unsaved, isFixed, relaunch } = choice;
  const check = async (address: string) => {
    const checked = await checkServiceAddress(address, fetch);
    if ('reason' in checked) throw new UserFacingError(checked.reason);
    return checked.service;
  };
  handle(channels.checkService, async ({ address }) => ({ address: (await check(address)).address }));
  handle(channels.useService, async ({ address }) => {
    if (isFixed)
      throw new UserFacingError(
        'The service was set by an administrator of this computer and cannot be changed here.',
      );
    if (address === null) {
      const { service: _left, ...rest } = settings.read();
      settings.write({ ...rest, services: [...rememberedServices(settings.read())] });
    } else {
      // Checked again, because it may have changed.
      const found = await check(address);
      changeSettings(settings, withServiceInUse(settings.read(), found));
    }
    // Runs after the response, because the page waits for it.
    setImmediate(relaunch);
  });
  handle(channels.forgetService, async ({ address }) => {
    const { service, services } = settings.read();
    const forgotten = services.find((one) => one.address === address);
    if (!forgotten) throw new UserFacingError('There is no such service in the list.');
    if (service?.address === address)
      throw new UserFacingError('This service is in use. Switch to another one first.');
    const others = services.filter((one) => one !== forgotten);
    // Two URLs may belong to one service. Its keys stay as long as one of the URLs is remembered.
    const isShared = [...others, ...(service ? [service] : [])].some(
      (one) => identityOf(one) === identityOf(forgotten),
    );
    // Saved first, because saving may fail: a service that stays remembered must keep its keys.
    changeSettings(settings, { services: others });
    if (!isShared) unsaved.deleteAllOfService(identityOf(forgotten));
    return { areKeysDeleted: isShared || (await vault.deleteAllOf(identityOf(forgotten))) };
  });
}
