import type { RememberedService, Settings } from '../settings/settings.ts';

type Services = Pick<Settings, 'service' | 'services'>;

/** The maximum number of services. If there are more, the least recently used one is removed. */
export const maxServices = 20;

/** Returns a hosted service's origin, under which its sessions and keys are stored. */
export const identityOf = ({ url }: Pick<RememberedService, 'url'>): string => new URL(url).origin;

/** Returns all remembered services, including the one in use. */
export function rememberedServices({ service, services }: Services): readonly RememberedService[] {
  const { address } = service ?? {};
  if (!service || address === undefined || services.some((one) => one.address === address)) return services;
  return [...services, { ...service, address }];
}

/** Returns the settings after the user has chosen the service `found`. */
export function withServiceInUse(settings: Services, found: RememberedService): Required<Services> {
  const otherServices = rememberedServices(settings).filter(({ address }) => address !== found.address);
  return { service: found, services: [...otherServices, found].slice(-maxServices) };
}
