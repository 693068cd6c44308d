import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { platform } from '../../platform/index.ts';
import { lockedModels, modelInUse } from './choose-models.ts';
import type { ModelEntry } from './model.ts';
import { modelQueries } from './queries.ts';
import { useModelsRealtime } from './use-models-realtime.ts';

/** The chosen model is kept with the small state of the interface. */
const STATE_KEY = 'model';
const none: readonly ModelEntry[] = [];

/** The models there are and the one in use. */
export interface ModelSelection {
  readonly models: readonly ModelEntry[];
  readonly isLoading: boolean;
  /** Null while loading, and where there is no model at all. */
  readonly model: ModelEntry | null;
  /** Models that the person's plan does not include. */
  readonly locked: ReadonlySet<string>;
  /** Choosing the model in use does nothing [MODEL-035]. */
  readonly select: (id: string) => void;
  /** A model's listed name, else its identifier. */
  readonly nameOf: (id: string) => string;
}

export function useModelSelection(): ModelSelection {
  useModelsRealtime();
  const plan = useSession().user?.plan ?? null;
  const { data: models = none, isPending } = useQuery(modelQueries.available());
  const [chosenId, setChosenId] = useState(() => platform.uiState.get(STATE_KEY));
  const locked = useMemo(() => lockedModels(models, plan), [models, plan]);
  const model = modelInUse(models, locked, chosenId);
  const select = useCallback((id: string) => {
    setChosenId(id);
    platform.uiState.set(STATE_KEY, id);
  }, []);
  const nameOf = useCallback((id: string) => models.find((entry) => entry.id === id)?.name ?? id, [models]);
  return { models, isLoading: isPending, model, locked, select, nameOf };
}
