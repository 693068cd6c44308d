import type { OfferedModel } from '../../../shared/providers/listed-model.ts';
import { localServers, localVendor } from '../../../shared/providers/local-servers.ts';
import { clientOf } from '../../../shared/providers/vendor.ts';
import { readAccessToken } from '../../lib/supabase.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import { withDefaultFirst } from './choose-models.ts';
import { type ModelEntry, plainEntry } from './model.ts';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';

const toEntry = ({ id, displayName, contextLength, reasoning }: OfferedModel): ModelEntry => ({
  ...plainEntry(id, displayName),
  contextLength: contextLength ?? null,
  ...(reasoning && { isReasoning: true }),
  isUnknown: contextLength === undefined,
});

/** Lists the models of the user's own server. Empty if it isn't running. */
export async function getOwnServerModels(
  { name, defaultModel }: Vendor,
  signal: AbortSignal,
): Promise<readonly ModelEntry[]> {
  const options = { accessToken: await readAccessToken(), signal };
  const models = (await platform.listOwnModels?.(name, options).catch(() => [])) ?? [];
  signal.throwIfAborted();
  return withDefaultFirst(models.map(toEntry), defaultModel);
}

export async function findLocalSections(): Promise<readonly ModelSection[]> {
  const foundServers = (await platform.findLocalModels?.()) ?? [];
  return foundServers.flatMap(({ name, models }): ModelSection[] => {
    const server = localServers.find((one) => one.name === name);
    const vendor = localVendor(name);
    if (!server || !vendor) return [];
    return [
      {
        vendorName: name,
        title: modelTexts.onThisComputer({ server: server.displayName }),
        kind: 'this-computer',
        target: { name, endpointOrigin: null },
        service: { client: clientOf(vendor), origin: server.origin },
        models: models.map(toEntry),
        // These models are never locked, because they cost the service nothing.
        locked: new Set(),
      },
    ];
  });
}

/** True if a server on this computer still offers the model. */
export async function isStillLocal(vendorName: string, model: string): Promise<boolean> {
  const foundServers = (await platform.findLocalModels?.()) ?? [];
  return foundServers.some(
    ({ name, models }) => name === vendorName && models.some(({ id }) => id === model),
  );
}
