import { channels } from '../../shared/ipc/channels.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import type { UnsavedReplies } from '../replies/unsaved-replies.ts';
import { checkServiceAddress } from '../service/check-address.ts';
import type { CertificateNames } from '../service/read-certificate.ts';
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
  readonly readCertificate: (origin: string) => Promise<CertificateNames | null>;
  readonly relaunch: () => void;
}

/** Returns the settings for the next step of the first start: after choosing a service, it asks for a key. */
const nextStep = ({ firstStart }: Pick<Settings, 'firstStart'>): Partial<Settings> =>
  firstStart === undefined ? {} : { firstStart: 'key' };

/**
 * Lets the page check, change and forget services. A change restarts the app, because the page's Content Security
 * Policy contains the service's origin. The embedded service's data and the sessions of other services are kept.
 */
export function registerServiceChoice(choice: ServiceChoice): void {
  const { settings, fetch, vault, unsaved, isFixed, readCertificate, relaunch } = choice;
  const check = async (address: string) => {
    const checked = await checkServiceAddress(address, fetch);
    if ('reason' in checked) throw new UserFacingError(checked.reason);
    return checked.service;
  };
  /** Certificates are read only from this host, so that the page cannot connect the app to other hosts. */
  let checkedLast: string | null = null;
  handle(channels.checkService, async ({ address }) => {
    ({ address: checkedLast } = await check(address));
    return { address: checkedLast };
  });
  handle(channels.readCertificate, async ({ address }) =>
    address === checkedLast ? readCertificate(address) : null,
  );
  handle(channels.useService, async ({ address }) => {
    if (isFixed)
      throw new UserFacingError(
        "An administrator of this computer set the service. You can't change it here.",
      );
    if (address === null) {
      const { service: _left, ...rest } = settings.read();
      settings.write({ ...rest, ...nextStep(rest), services: [...rememberedServices(settings.read())] });
    } else {
      // Check again: the service may have changed since the user saw the result.
      const checkedService = await check(address);
      changeSettings(settings, {
        ...withServiceInUse(settings.read(), checkedService),
        ...nextStep(settings.read()),
      });
    }
    // Restart after the response, which the page waits for.
    setImmediate(relaunch);
  });
  handle(channels.forgetService, async ({ address }) => {
    const { service, services } = settings.read();
    const removedService = services.find((one) => one.address === address);
    if (!removedService) throw new UserFacingError('This service is no longer in the list.');
    if (service?.address === address)
      throw new UserFacingError('This service is in use. Switch to another one first.');
    const otherServices = services.filter((one) => one !== removedService);
    // Two URLs may belong to the same service. Its keys are kept as long as one of the URLs is in the list.
    const isShared = [...otherServices, ...(service ? [service] : [])].some(
      (one) => identityOf(one) === identityOf(removedService),
    );
    // Save before deleting the keys: if saving fails, the service stays in the list and needs its keys.
    changeSettings(settings, { services: otherServices });
    if (!isShared) unsaved.deleteAllOfService(identityOf(removedService));
    return { areKeysDeleted: isShared || (await vault.deleteAllOf(identityOf(removedService))) };
  });
}
