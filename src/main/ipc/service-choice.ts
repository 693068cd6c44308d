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
  /** True if environment variables set the service. */
  readonly isFixed: boolean;
  readonly relaunch: () => void;
}

/**
 * Chooses the service. A change restarts the app, because the page's policy names the service's origin. The
 * embedded service's data and other services' sessions stay.
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
      // The service may have changed since the user saw the result of the last check.
      const found = await check(address);
      changeSettings(settings, withServiceInUse(settings.read(), found));
    }
    // The page waits for the response, so restart after it.
    setImmediate(relaunch);
  });
  handle(channels.forgetService, async ({ address }) => {
    const { service, services } = settings.read();
    const forgotten = services.find((one) => one.address === address);
    if (!forgotten) throw new UserFacingError('This service is no longer in the list.');
    if (service?.address === address)
      throw new UserFacingError('This service is in use. Switch to another one first.');
    const others = services.filter((one) => one !== forgotten);
    // Two URLs may belong to one service. The service's keys stay as long as one of the URLs is remembered.
    const isShared = [...others, ...(service ? [service] : [])].some(
      (one) => identityOf(one) === identityOf(forgotten),
    );
    // Save before deleting the keys: if saving fails, the service is still remembered and needs its keys.
    changeSettings(settings, { services: others });
    if (!isShared) unsaved.deleteAllOfService(identityOf(forgotten));
    return { areKeysDeleted: isShared || (await vault.deleteAllOf(identityOf(forgotten))) };
  });
}
