import { Badge } from '../feedback/Badge.tsx';
import type { PlanAccess } from './plan-access.ts';
import { modelTexts as texts } from './texts.ts';

interface AccessBadgeProps {
  readonly access: PlanAccess;
  readonly list: PlanAccess['source'];
  readonly modelId: string;
}

export function AccessBadge({ access, list, modelId }: AccessBadgeProps) {
  const plans = access.source === list ? access.accessTo(modelId) : 'unavailable';
  if (plans === 'unavailable')
    return <Badge tone="caution">{texts.notOffered({ vendor: access.vendor.display_name })}</Badge>;
  return <Badge tone="note">{texts.access[plans]}</Badge>;
}
