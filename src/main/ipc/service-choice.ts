import { channels } from '../../shared/ipc/channels.ts';
import { checkServiceAddress } from '../service/check-address.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle, UserFacingError } from './handle.ts';

export interface ServiceChoice {
  readonly settings: Store<Settings>;
  readonly fetch: typeof globalThis.fetch;
  /** True where the environment chose the service. */
  readonly isFixed: boolean;
  readonly relaunch: () => void;
}

/**
 * Which service the app uses. It takes another one at its next start, because the page's policy names the service's
 * origin; the data of the service inside stays where it is, for the way back.
 */
export function registerServiceChoice({ settings, fetch, isFixed, relaunch }: ServiceChoice): void {
  const check = async (address: string) => {
    const checked = await checkServiceAddress(address, fetch);
    if ('reason' in checked) throw new UserFacingError(checked.reason);
    return checked.service;
  };
  handle(channels.checkService, async ({ address }) => ({ address: (await check(address)).address }));
  handle(channels.useService, async ({ address }) => {
    if (isFixed)
      throw new UserFacingError('The service is chosen by whoever set this computer up, and stays as it is.');
    const { service: _old, ...rest } = settings.read();
    // Checked again: what was at the address a minute ago need not be there now.
    settings.write(address === null ? rest : { ...rest, service: await check(address) });
    // After the answer, which the page waits for.
    setImmediate(relaunch);
  });
}
