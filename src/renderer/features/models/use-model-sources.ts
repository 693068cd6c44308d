import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { takeSharedStartPart } from '../../lib/app-start.ts';
import { ownKeyQueries } from '../../lib/own-keys.ts';
import { useDeviceChoice } from '../../lib/device-choice.ts';
import { localModelsChoice } from '../../lib/local-models.ts';
import { platform } from '../../platform/index.ts';
import { useStarterPlan } from '../../lib/starter-plan.ts';
import { useSession } from '../../lib/session.tsx';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import { activeVendor, type Vendor, vendorQueries } from '../../lib/vendors.ts';
import { lockedModels } from './choose-models.ts';
import type { ModelEntry } from './model.ts';
import {
  enabledVendors,
  type ModelSection,
  ownSections,
  ownServerOf,
  serviceOf,
  vendorsWithOwnKey,
} from './own-sections.ts';
import { modelQueries } from './queries.ts';
import { modelTexts } from './texts.ts';

const noVendors: readonly Vendor[] = [];
const noModels: readonly ModelEntry[] = [];
const noSections: readonly ModelSection[] = [];
const takeStarterPlan = () => takeSharedStartPart('starter');
const noStatuses: ReadonlyMap<string, KeyStatus> = new Map();

interface ModelSources {
  /** The active vendor's section comes first. */
  readonly sections: readonly ModelSection[];
  /** True until it is known which models the active vendor has, and whether the user has a key for it. */
  readonly isLoading: boolean;
  readonly areMoreComing: boolean;
  readonly activeName: string | null;
  /** Set if the active vendor needs a key and neither the service nor the user has one [KEY-014]. */
  readonly keyless: Vendor | null;
}

export function useModelSources(): ModelSources {
  const { user } = useSession();
  const plan = user?.plan ?? null;
  const { models: freeModels } = useStarterPlan(takeStarterPlan);
  const vendors = useQuery(vendorQueries.all());
  const knownVendors = vendors.data ?? noVendors;
  const keys = useQuery({
    ...ownKeyQueries.statuses(user?.id ?? '', knownVendors),
    enabled: knownVendors.length > 0,
  });
  const statuses = keys.data ?? noStatuses;
  const others = useMemo(
    () => [...vendorsWithOwnKey(knownVendors, statuses), ...enabledVendors(knownVendors, statuses)],
    [knownVendors, statuses],
  );
  const available = useQuery(modelQueries.available());
  const storedModels = useQuery(modelQueries.ofVendors(others));
  const serverModels = useQuery(modelQueries.onOwnServer(ownServerOf(knownVendors)));
  const isLocalOn = useDeviceChoice(localModelsChoice) === 'on' && platform.findLocalModels !== null;
  const local = useQuery({ ...modelQueries.onThisComputer(), enabled: isLocalOn });

  const active = activeVendor(knownVendors);
  const hasOwnKey = active !== null && (statuses.get(active.name)?.place ?? null) !== null;
  const sections = useMemo((): readonly ModelSection[] => {
    const models = available.data ?? noModels;
    const first: ModelSection = {
      vendorName: null,
      title: active?.displayName ?? modelTexts.title,
      kind: 'active',
      target: hasOwnKey ? { name: active.name, endpointOrigin: active.endpointOrigin } : null,
      service: active && serviceOf(active),
      models,
      locked: lockedModels(models, plan, freeModels),
    };
    const ownModelSections = ownSections({
      vendors: knownVendors,
      statuses,
      storedModels: storedModels.data ?? new Map(),
      serverModels: serverModels.data ?? noModels,
      plan,
      freeModels,
    });
    const onThisComputer = (isLocalOn && local.data) || noSections;
    // Leaves out the user's own server, which may run on this computer too.
    const others = onThisComputer.filter((section) =>
      ownModelSections.every(({ server }) => normalizedOrigin(server) !== section.service?.origin),
    );
    return [first, ...ownModelSections, ...others];
  }, [
    active,
    available.data,
    freeModels,
    hasOwnKey,
    isLocalOn,
    local.data,
    storedModels.data,
    knownVendors,
    plan,
    serverModels.data,
    statuses,
  ]);

  return {
    sections,
    isLoading: available.isPending || vendors.isPending || keys.isLoading,
    areMoreComing: keys.isLoading || storedModels.isLoading || serverModels.isLoading || local.isLoading,
    activeName: active?.name ?? null,
    keyless: active?.needsKey && !active.hasKey && !hasOwnKey && active.endpointOrigin ? active : null,
  };
}

/** Returns a server's origin, with a uniform host name for servers on this computer. */
const normalizedOrigin = (server: Vendor | undefined) =>
  server?.endpointOrigin?.replace('//localhost:', '//127.0.0.1:');
