import { platform } from '../../platform/index.ts';
import type { ModelChoice } from '../../lib/model-choice.ts';

const MODEL_KEY = 'model';
const VENDOR_KEY = 'model_vendor';

export function readLastPickedModel(): ModelChoice | null {
  const id = platform.uiState.get(MODEL_KEY);
  return id ? { id, vendorName: platform.uiState.get(VENDOR_KEY) || null } : null;
}

export function writeLastPickedModel({ id, vendorName }: ModelChoice): void {
  platform.uiState.set(MODEL_KEY, id);
  platform.uiState.set(VENDOR_KEY, vendorName ?? '');
}
