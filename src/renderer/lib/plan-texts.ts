import { moneyBackDays, type StarterPlan } from '../../shared/domain/plans.ts';

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** A span of history: whole days from two on, hours below. */
const span = (hours: number) =>
  hours >= 48 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour');

/** The words for what a plan includes, the same on every screen. */
export const planFacts = {
  messages: ({ messagesPerDay }: StarterPlan) => `${counted(messagesPerDay, 'message')} a day`,
  models: ({ models }: StarterPlan) => counted(models, 'model'),
  history: ({ historyHours }: StarterPlan) => span(historyHours),
  moneyBack: `${moneyBackDays}-day money-back guarantee`,
} as const;

/** What Starter includes, one point each. */
export const starterPoints = (plan: StarterPlan): readonly string[] => [
  planFacts.messages(plan),
  planFacts.models(plan),
  `${planFacts.history(plan)} of history`,
];

export const professionalPoints = ['Unlimited messages', 'All models', 'Unlimited history'] as const;
