import type { Effort } from '../../../completion/completion.ts';
import { thinkingTokens } from '../thinking-tokens.ts';

/** Models that always think and show their thoughts on request. Other models refuse that request. */
const thinkingModels =
  /^gemini-(?:2\.5|[3-9](?:\.\d+)?)-(?:pro|flash)(?!.*(?:lite|image|tts|audio|live|computer|robotics))/;

/** Returns the efforts that a model accepts (ai.google.dev, "Thinking", November 2026). */
export function geminiEfforts(model: string): readonly Effort[] {
  if (!thinkingModels.test(model)) return [];
  if (model.startsWith('gemini-2.5-flash')) return ['off', 'low', 'medium', 'high'];
  // The first model with levels had only two.
  return model.startsWith('gemini-3-pro') ? ['low', 'high'] : ['low', 'medium', 'high'];
}

/** Returns the effort to request. Undefined if the model does not support it. */
export const usableEffort = (model: string, effort: Effort | undefined): Effort | undefined =>
  effort !== undefined && geminiEfforts(model).includes(effort) ? effort : undefined;

/** Returns whether to request thoughts, and how much to think. Undefined for models that don't think. */
export function thinkingConfig(
  model: string,
  effort: Effort | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (!thinkingModels.test(model)) return undefined;
  if (effort === undefined) return { includeThoughts: true };
  if (effort === 'off') return { thinkingBudget: 0 };
  // Gemini refuses a request with both a budget and a level.
  return model.startsWith('gemini-2.5')
    ? { includeThoughts: true, thinkingBudget: thinkingTokens[effort] }
    : { includeThoughts: true, thinkingLevel: effort.toUpperCase() };
}
