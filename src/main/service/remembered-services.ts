import type { RememberedService, Settings } from '../settings/settings.ts';

type Services = Pick<Settings, 'service' | 'services'>;

/** So many are remembered; the one that was used longest ago makes room. */
export const rememberedAtMost = 20;

/** What sessions and keys of a hosted service are kept under: the origin of its data. */
export const identityOf = ({ url }: Pick<RememberedService, 'url'>): string => new URL(url).origin;

/** Services by the addresses where they were found, also the one in use, whenever it was chosen. */
export function rememberedServices({ service, services }: Services): readonly RememberedService[] {
  const { address } = service ?? {};
  if (!service || address === undefined || services.some((one) => one.address === address)) return services;
  return [...services, { ...service, address }];
}

/** The settings with `found` in use, and remembered as it is now. */
export function withServiceInUse(settings: Services, found: RememberedService): Required<Services> {
  const others = rememberedServices(settings).filter(({ address }) => address !== found.address);
  return { service: found, services: [...others, found].slice(-rememberedAtMost) };
}
