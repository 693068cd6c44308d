import { localServers, localVendor } from '../../../shared/providers/local-servers.ts';
import { clientOf } from '../../../shared/providers/vendor.ts';
import { platform } from '../../platform/index.ts';
import { plainEntry } from './model.ts';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';

export async function findLocalSections(): Promise<readonly ModelSection[]> {
  const found = (await platform.findLocalModels?.()) ?? [];
  return found.flatMap(({ name, models }): ModelSection[] => {
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
        models: models.map(({ id, displayName, contextLength = null, reasoning }) => ({
          ...plainEntry(id, displayName),
          contextLength,
          ...(reasoning && { isReasoning: true }),
          isUnknown: contextLength === null,
        })),
        // These models are never locked, because they cost the service nothing.
        locked: new Set(),
      },
    ];
  });
}

/** True if a server on this computer still offers the model. */
export async function isStillLocal(vendorName: string, model: string): Promise<boolean> {
  const found = (await platform.findLocalModels?.()) ?? [];
  return found.some(({ name, models }) => name === vendorName && models.some(({ id }) => id === model));
}
