import type { StarterPlan, Tier } from '../../../../shared/domain/plans.ts';
import { shownLanguage } from '../../../lib/language.ts';
import { locale } from '../../../lib/locale.ts';
import { planFacts, professionalPoints, starterPoints } from '../../../lib/plan-texts.ts';
import { planComparison as texts } from './texts.ts';

export const pointsOf = (tier: Tier, plan: StarterPlan): readonly string[] =>
  tier === 'starter' ? starterPoints(plan) : [...professionalPoints(), texts.features.aloud];

/** `true` and `false` appear as marks. */
type Value = string | boolean;
type Feature = keyof typeof texts.features;
type Row = readonly [feature: Feature, starter: Value, professional: Value];

/** In English, prerendered numbers must not depend on the browser's region. */
const format = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(shownLanguage() === 'en' ? 'en-US' : locale(), options).format(value);

/** Returns the values of each plan [PRICE-007, ROLE-013..019, ROLE-025]. */
export const comparisonRows = (plan: StarterPlan): readonly Row[] => [
  ['messages', format(plan.messagesPerDay), texts.unlimited],
  ['models', format(plan.models), texts.all],
  ['history', planFacts.history(plan), texts.unlimited],
  ['quickActions', true, true],
  ['ownKeys', true, true],
  ['export', true, true],
  ['aloud', false, true],
  ['api', false, true],
  ['support', false, texts.comingSoon],
  ['training', false, texts.comingSoon],
];

/** Formats US dollars. */
export const priceOf = (amount: number): string =>
  format(amount, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
