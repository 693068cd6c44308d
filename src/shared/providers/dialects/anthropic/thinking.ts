import type { Effort } from '../../../completion/completion.ts';
import { thinkingTokens } from '../thinking-tokens.ts';

/** How a model thinks (platform.claude.com, "Thinking", November 2026). */
interface Thinking {
  /** `budget`: a number of tokens. `adaptive`: the model decides, guided by the effort. */
  readonly kind: 'budget' | 'adaptive';
  /**
   * How requests turn thinking off. `default`: by leaving out the field. `disabled`: with the type `disabled`. Null:
   * thinking is always on.
   */
  readonly off: 'default' | 'disabled' | null;
  /** Whether the model sends its thoughts only on request. */
  readonly isHidden: boolean;
}

/** `claude-opus-4-1-20250805` is 4.1, `claude-sonnet-4-20250514` is 4.0, `claude-3-7-sonnet-latest` is 3.7. */
const names = /claude-(?:(opus|sonnet|haiku|fable)-(\d+)(?:[-.](\d{1,2}))?|(3)[-.](7)-sonnet)(?!\d)/i;

function thinkingOf(model: string): Thinking | null {
  const match = names.exec(model);
  if (!match) return null;
  const [, family = 'sonnet', newMajor, newMinor = '0', oldMajor, oldMinor] = match;
  const major = Number(newMajor ?? oldMajor);
  const minor = Number(oldMinor ?? newMinor);
  if (major < 5) {
    if (major < 4 && minor !== 7) return null;
    if (major < 4 || minor < 6) return { kind: 'budget', off: 'default', isHidden: false };
    return { kind: 'adaptive', off: 'default', isHidden: minor > 6 };
  }
  const isFirst = major === 5 && minor === 0;
  const canBeOff = family.toLowerCase() === 'haiku' || (isFirst && family.toLowerCase() !== 'fable');
  return { kind: 'adaptive', off: canBeOff ? 'disabled' : null, isHidden: true };
}

export function claudeEfforts(model: string): readonly Effort[] {
  const thinking = thinkingOf(model);
  if (!thinking) return [];
  return thinking.off === null ? ['low', 'medium', 'high'] : ['off', 'low', 'medium', 'high'];
}

/** Returns the effort to request. Undefined if the model does not support it. */
export const usableEffort = (model: string, effort: Effort | undefined): Effort | undefined =>
  effort !== undefined && claudeEfforts(model).includes(effort) ? effort : undefined;

export function thinksByDefault(model: string): boolean {
  const thinking = thinkingOf(model);
  return thinking !== null && thinking.off !== 'default';
}

/** Anthropic refuses smaller budgets. */
const minBudget = 1024;

/** Builds the fields that request an effort for a reply with this limit. */
export function thinkingFields(
  model: string,
  effort: Effort | undefined,
  maxTokens: number,
): Readonly<Record<string, unknown>> {
  const thinking = thinkingOf(model);
  if (!thinking || effort === undefined) return {};
  if (effort === 'off') return thinking.off === 'disabled' ? { thinking: { type: 'disabled' } } : {};
  if (thinking.kind === 'budget') {
    // The limit includes the budget and must leave room for the answer.
    const room = thinkingTokens[effort];
    const budget = room < maxTokens ? room : Math.floor(maxTokens / 2);
    return budget < minBudget ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
  }
  return {
    thinking: { type: 'adaptive', ...(thinking.isHidden && { display: 'summarized' }) },
    output_config: { effort },
  };
}
