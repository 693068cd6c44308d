import { useCallback, useMemo, useState } from 'react';
import {
  type ModelChoiceChat,
  isSameModel,
  type ModelPrice,
  type ModelService,
} from '../../lib/model-choice.ts';
import { useSession } from '../../lib/session.tsx';
import { readLastPickedModel, writeLastPickedModel } from './last-picked.ts';
import { modelInUse } from './choose-models.ts';
import { type ModelEntry, readableName } from './model.ts';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';
import { useModelChange } from './use-model-change.ts';
import { useModelSources } from './use-model-sources.ts';
import { canSwitchTo } from './verify-model.ts';
import { useInitialCheck } from './use-model-notices.ts';
import { useModelsRealtime } from './use-models-realtime.ts';

/** The model data that the chat needs for a request. */
export interface SelectedModel {
  readonly id: string;
  readonly name: string;
  readonly contextLength: number | null;
  /** The section that lists the model. Null for the active vendor's. */
  readonly vendorName: string | null;
  /** Maximum tokens of a reply. Absent if unknown. */
  readonly maxOutput?: number;
  readonly isReasoning?: boolean;
  readonly price?: ModelPrice;
  /** Absent if unknown. */
  readonly supportsImages?: boolean;
  readonly service?: ModelService;
  readonly vendor?: { readonly name: string; readonly endpointOrigin: string | null };
}

export interface ModelSelection {
  readonly sections: readonly ModelSection[];
  readonly isLoading: boolean;
  /** Null while loading, and if there is no model. */
  readonly model: SelectedModel | null;
  readonly available: readonly SelectedModel[];
  readonly entry: ModelEntry | null;
  readonly section: ModelSection | null;
  /** The name of the chat's model if it can't be used. Another one is then in use. */
  readonly unavailable: string | null;
  /** True while a selected model is being verified. No other model can be selected then [MODEL-034]. */
  readonly isChanging: boolean;
  /** True for a second after a change [MODEL-038]. */
  readonly hasChanged: boolean;
  /**
   * Verifies a model before changing to it. Choosing the model in use does nothing [MODEL-035, MODEL-036].
   */
  readonly select: (id: string, section: ModelSection) => Promise<void>;
  /** Returns a model's listed name, or else one made from its identifier. */
  readonly nameOf: (id: string) => string;
  /** The vendor that can't reply without a key. Null if no key is missing [KEY-014]. */
  readonly missingKey: string | null;
}

/**
 * Returns the visible chat's model. A new chat starts with the user's default model, or else with the last selected
 * one.
 */
export function useModelSelection(chat: ModelChoiceChat): ModelSelection {
  useModelsRealtime();
  const { sections, isLoading, areMoreComing, activeName, keyless } = useModelSources();
  const defaultModel = useSession().user?.defaultModel ?? null;
  const [lastPicked, setLastPicked] = useState(readLastPickedModel);
  const choice = chat.model ?? defaultModel ?? lastPicked;

  // A vendor may have become the active one after it was chosen.
  const vendorName = choice?.vendorName === activeName ? null : (choice?.vendorName ?? null);
  const chosenSection = sections.find((one) => one.vendorName === vendorName);
  // Waits for the selected section, so that no message is sent to another vendor.
  const isWaiting = isLoading || chat.model === undefined || (!chosenSection && areMoreComing);
  const section = chosenSection ?? sections[0] ?? null;
  const entry =
    section && !isWaiting
      ? modelInUse(section.models, section.locked, chosenSection ? (choice?.id ?? null) : null)
      : null;
  const model = useMemo(() => (section && entry ? toSelectedModel(entry, section) : null), [entry, section]);

  const { isChanging, hasChanged, begin } = useModelChange();
  const isServed = section?.vendorName === null && section.target === null && !keyless;
  useInitialCheck(activeName, isServed && entry ? entry.id : null);

  const { choose, model: ownChoice = null } = chat;
  const vendorInUse = section?.vendorName ?? null;
  const idInUse = entry?.id;
  const select = useCallback(
    async (id: string, to: ModelSection) => {
      const chosen = { id, vendorName: to.vendorName };
      if (!isChanging && id === idInUse && to.vendorName === vendorInUse) {
        if (!isSameModel(ownChoice, chosen)) choose(chosen);
        return;
      }
      const verify = (signal: AbortSignal) => canSwitchTo(id, to, activeName, signal);
      await begin(verify, () => {
        writeLastPickedModel(chosen);
        setLastPicked(chosen);
        choose(chosen);
      });
    },
    [activeName, begin, choose, idInUse, isChanging, ownChoice, vendorInUse],
  );
  const available = useMemo(
    () =>
      sections.flatMap((one) =>
        one.models.filter(({ id }) => !one.locked.has(id)).map((listed) => toSelectedModel(listed, one)),
      ),
    [sections],
  );
  const nameOf = useCallback(
    (id: string) =>
      sections.flatMap(({ models }) => models).find((one) => one.id === id)?.name ?? readableName(id),
    [sections],
  );
  return {
    sections,
    available,
    isLoading: isWaiting,
    model,
    entry,
    section,
    unavailable:
      ownChoice && entry && (!chosenSection || entry.id !== ownChoice.id) ? nameOf(ownChoice.id) : null,
    isChanging,
    hasChanged,
    select,
    nameOf,
    missingKey: section?.vendorName === null ? (keyless?.name ?? null) : null,
  };
}

function toSelectedModel(
  { id, name, contextLength, maxOutput, isReasoning, price, supportsImages }: ModelEntry,
  section: ModelSection,
): SelectedModel {
  const isActive = section.vendorName === null;
  return {
    id,
    name: isActive ? name : modelTexts.withVendor({ model: name, vendor: section.title }),
    contextLength,
    vendorName: section.vendorName,
    ...(maxOutput && { maxOutput }),
    ...(isReasoning && { isReasoning }),
    ...(price && { price }),
    ...(supportsImages !== null && { supportsImages }),
    ...(section.service && { service: section.service }),
    ...(section.target && { vendor: section.target }),
  };
}
