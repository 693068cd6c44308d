import { useState } from 'react';
import type { ModelChoice } from '../../lib/model-choice.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { showToast } from '../../lib/toast.ts';
import { ModelField } from './ModelField.tsx';
import { defaultModelTexts as texts } from './setting-texts.ts';

/** New chats start with this model on all of the user's devices. */
export function DefaultModel() {
  const savedModel = useSession().user?.defaultModel ?? null;
  const [saving, setSaving] = useState<ModelChoice | null | undefined>();
  const save = async (choice: ModelChoice | null) => {
    setSaving(choice);
    const data = { default_model: choice?.id ?? '', default_vendor: choice?.vendorName ?? '' };
    try {
      const { auth } = await getSupabase();
      const { error } = await auth.updateUser({ data });
      showToast(error ? texts.failed : texts.saved);
    } catch {
      showToast(texts.failed);
    }
    setSaving(undefined);
  };
  return (
    <ModelField
      label={texts.label}
      isLabelHidden
      name="default-model"
      none={texts.lastPicked}
      isDisabled={saving !== undefined}
      chosen={saving === undefined ? savedModel : saving}
      onChoose={(choice) => void save(choice)}
    />
  );
}
