import { useCallback, useMemo, useState } from 'react';
import { platform } from '../../platform/index.ts';
import { modelInUse } from './choose-models.ts';
import { type ModelEntry, readableName } from './model.ts';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';
import { useModelChange } from './use-model-change.ts';
import { useModelSources } from './use-model-sources.ts';
import { canSwitchTo } from './verify-model.ts';
import { useInitialCheck, useUnknownModelWarning } from './use-model-notices.ts';
import { useModelsRealtime } from './use-models-realtime.ts';

/** Names of the stored choice. */
const MODEL_KEY = 'model';
const VENDOR_KEY = 'model_vendor';

/** What the chat needs for a request. */
export interface SelectedModel {
  readonly id: string;
  readonly name: string;
  readonly contextLength: number | null;
  readonly vendor?: { readonly name: string; readonly endpointOrigin: string | null };
}

export interface ModelSelection {
  readonly sections: readonly ModelSection[];
  readonly isLoading: boolean;
  /** Null while loading, and if there is no model. */
  readonly model: SelectedModel | null;
  /** The entry in use and its section. */
  readonly entry: ModelEntry | null;
  readonly section: ModelSection | null;
  /** True while a chosen model is being verified: then no other can be chosen [MODEL-034]. */
  readonly isChanging: boolean;
  /** True for a second after a change [MODEL-038]. */
  readonly hasChanged: boolean;
  /** Changes the model after verifying it. Choosing the model in use does nothing [MODEL-035, MODEL-036]. */
  readonly select: (id: string, section: ModelSection) => Promise<void>;
  /** A model's listed name, else one made from its identifier. */
  readonly nameOf: (id: string) => string;
  /** The vendor that can't answer without a key; null if none is missing [KEY-014]. */
  readonly missingKey: string | null;
}

const readChoice = () => ({
  id: platform.uiState.get(MODEL_KEY),
  vendorName: platform.uiState.get(VENDOR_KEY) || null,
});

export function useModelSelection(): ModelSelection {
  useModelsRealtime();
  const { sections, isLoading, areMoreComing, activeName, keyless } = useModelSources();
  const [choice, setChoice] = useState(readChoice);

  const chosenSection = sections.find(({ vendorName }) => vendorName === choice.vendorName);
  // Wait for the chosen section, so that no message goes to another vendor.
  const isWaiting = isLoading || (!chosenSection && areMoreComing);
  const section = chosenSection ?? sections[0] ?? null;
  const entry =
    section && !isWaiting
      ? modelInUse(section.models, section.locked, chosenSection ? choice.id : null)
      : null;
  const model = useMemo(() => (section && entry ? toSelected(entry, section) : null), [entry, section]);

  const { isChanging, hasChanged, begin } = useModelChange();
  useUnknownModelWarning(entry);
  const isServed = section?.vendorName === null && section.target === null && !keyless;
  useInitialCheck(activeName, isServed && entry ? entry.id : null);

  const vendorInUse = section?.vendorName ?? null;
  const idInUse = entry?.id;
  const select = useCallback(
    async (id: string, to: ModelSection) => {
      if (!isChanging && id === idInUse && to.vendorName === vendorInUse) return;
      const verify = (signal: AbortSignal) => canSwitchTo(id, to, activeName, signal);
      await begin(verify, () => {
        setChoice({ id, vendorName: to.vendorName });
        platform.uiState.set(MODEL_KEY, id);
        platform.uiState.set(VENDOR_KEY, to.vendorName ?? '');
      });
    },
    [activeName, begin, idInUse, isChanging, vendorInUse],
  );
  const nameOf = useCallback(
    (id: string) =>
      sections.flatMap(({ models }) => models).find((one) => one.id === id)?.name ?? readableName(id),
    [sections],
  );
  return {
    sections,
    isLoading: isWaiting,
    model,
    entry,
    section,
    isChanging,
    hasChanged,
    select,
    nameOf,
    missingKey: section?.vendorName === null ? (keyless?.name ?? null) : null,
  };
}

function toSelected({ id, name, contextLength }: ModelEntry, section: ModelSection): SelectedModel {
  const isActive = section.vendorName === null;
  return {
    id,
    name: isActive ? name : modelTexts.withVendor({ model: name, vendor: section.title }),
    contextLength,
    ...(section.target && { vendor: section.target }),
  };
}
