import { useState } from 'react';
import { SelectField } from '../../components/SelectField.tsx';
import type { ModelChoice } from '../../lib/model-choice.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { showToast } from '../../lib/toast.ts';
import { readableName } from './model.ts';
import { modelKey } from './picker/memory.ts';
import { defaultModelTexts as texts } from './setting-texts.ts';
import { useModelSources } from './use-model-sources.ts';

/** The value for no default. Contains no space, so it can't be a model's key. */
const LAST_PICKED = 'last-picked';

/** New chats start with this model on all of the user's devices. */
export function DefaultModel() {
  const { sections, isLoading } = useModelSources();
  const saved = useSession().user?.defaultModel ?? null;
  const [saving, setSaving] = useState<ModelChoice | null | undefined>();
  const chosen = saving === undefined ? saved : saving;
  const models = sections.flatMap((section) =>
    section.models
      .filter(({ id }) => !section.locked.has(id))
      .map(({ id, name }) => ({
        value: modelKey(section, id),
        label: sections.length > 1 ? texts.option({ model: name, vendor: section.title }) : name,
        choice: { id, vendorName: section.vendorName },
      })),
  );
  const value = chosen ? modelKey(chosen, chosen.id) : LAST_PICKED;
  const isGone = chosen !== null && !models.some((model) => model.value === value);
  const save = async (choice: ModelChoice | null) => {
    setSaving(choice);
    const { auth } = await getSupabase();
    const data = { default_model: choice?.id ?? '', default_vendor: choice?.vendorName ?? '' };
    const { error } = await auth.updateUser({ data });
    setSaving(undefined);
    showToast(error ? texts.failed : texts.saved);
  };
  return (
    <SelectField
      label={texts.label}
      isLabelHidden
      name="default-model"
      disabled={isLoading || saving !== undefined}
      value={value}
      options={[
        { value: LAST_PICKED, label: texts.lastPicked },
        ...(isGone ? [{ value, label: missingModelLabel(chosen, isLoading) }] : []),
        ...models,
      ]}
      onChoose={(key) => void save(models.find((model) => model.value === key)?.choice ?? null)}
    />
  );
}

const missingModelLabel = ({ id }: ModelChoice, isLoading: boolean): string =>
  isLoading ? readableName(id) : texts.gone({ model: readableName(id) });
