import { readStored, storageKeys, writeStored } from '../../../lib/storage.ts';

/**
 * Prompts with fewer estimated tokens are ignored, because the tokens that a vendor adds to each prompt would
 * distort the scale.
 */
const minTokens = 200;
/** Beyond these limits, the vendor's report is more likely wrong than the estimate. */
const [minScale, maxScale] = [0.25, 8];
const maxModels = 50;

const readScales = (): Record<string, unknown> => {
  try {
    return Object(JSON.parse(readStored(storageKeys.tokenScale) ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Returns the model's tokens per estimated token, according to its vendor's last report. 1 if unknown. */
export function scaleOf(modelId: string): number {
  const scale = readScales()[modelId];
  return typeof scale === 'number' && scale >= minScale && scale <= maxScale ? scale : 1;
}

/**
 * Stores the scale of a model.
 *
 * @param reported the prompt's tokens according to the vendor
 */
export function learnScale(modelId: string, estimated: number, reported: number): void {
  if (estimated < minTokens) return;
  const { [modelId]: _earlier, ...others } = readScales();
  const scale = Math.min(Math.max(reported / estimated, minScale), maxScale);
  const entries = [...Object.entries(others).slice(1 - maxModels), [modelId, Number(scale.toFixed(3))]];
  writeStored(storageKeys.tokenScale, JSON.stringify(Object.fromEntries(entries)));
}
