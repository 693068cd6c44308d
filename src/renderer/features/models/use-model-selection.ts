import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/session.tsx';
import { readChoices, readDefault, writeChoice, writeDefault } from './chat-choices.ts';
import { modelInUse } from './choose-models.ts';
import { type ModelEntry, readableName } from './model.ts';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';
import { useModelChange } from './use-model-change.ts';
import { useModelSources } from './use-model-sources.ts';
import { canSwitchTo } from './verify-model.ts';
import { useInitialCheck, useUnknownModelWarning } from './use-model-notices.ts';
import { useModelsRealtime } from './use-models-realtime.ts';

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
  /** All models that the plan includes. */
  readonly available: readonly SelectedModel[];
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

/** The model of the chat on screen. Each chat keeps its own on this device; a new one starts with the last choice. */
export function useModelSelection(): ModelSelection {
  useModelsRealtime();
  const { sections, isLoading, areMoreComing, activeName, keyless } = useModelSources();
  const userId = useSession().user?.id ?? '';
  const chatId = useSearchParams()[0].get('id');
  const readAll = useCallback(() => ({ byDefault: readDefault(), ofChats: readChoices(userId) }), [userId]);
  const [choices, setChoices] = useState(readAll);
  const ownChoice = chatId === null ? undefined : choices.ofChats[chatId];
  const choice = ownChoice ?? choices.byDefault;

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
        const chosen = { id, vendorName: to.vendorName };
        writeDefault(chosen);
        if (chatId !== null) writeChoice(userId, chatId, chosen);
        setChoices(readAll());
      });
    },
    [activeName, begin, chatId, idInUse, isChanging, readAll, userId, vendorInUse],
  );
  useEffect(() => {
    // A chat that was opened keeps its model when another one is chosen elsewhere.
    if (chatId !== null && idInUse !== undefined && readChoices(userId)[chatId] === undefined)
      writeChoice(userId, chatId, { id: idInUse, vendorName: vendorInUse });
  }, [chatId, idInUse, userId, vendorInUse]);
  const available = useMemo(
    () =>
      sections.flatMap((one) =>
        one.models.filter(({ id }) => !one.locked.has(id)).map((listed) => toSelected(listed, one)),
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
