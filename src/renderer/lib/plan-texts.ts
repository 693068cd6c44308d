import { moneyBackDays, type StarterPlan } from '../../shared/domain/plans.ts';

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** In days if it is a whole number of at least two, else in hours. */
const span = (hours: number) =>
  hours >= 48 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour');

/** Plan facts, used on all screens. */
export const planFacts = {
  messages: ({ messagesPerDay }: StarterPlan) => `${counted(messagesPerDay, 'message')} a day`,
  models: ({ models }: StarterPlan) => counted(models, 'model'),
  history: ({ historyHours }: StarterPlan) => span(historyHours),
  moneyBack: `${moneyBackDays}-day money-back guarantee`,
} as const;

export const starterPoints = (plan: StarterPlan): readonly string[] => [
  planFacts.messages(plan),
  planFacts.models(plan),
  `${planFacts.history(plan)} of history`,
];

export const professionalPoints = ['Unlimited messages', 'All models', 'Unlimited history'] as const;
