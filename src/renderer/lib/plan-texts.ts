import { moneyBackDays, type StarterPlan } from '../../shared/domain/plans.ts';
import { params, plural, texts } from '../../shared/texts.ts';

const planTexts = texts('lib/plan', {
  messages: plural({ one: '{count} message a day', other: '{count} messages a day' }),
  models: plural({ one: '{count} model', other: '{count} models' }),
  hours: plural({ one: '{count} hour', other: '{count} hours' }),
  days: plural({ one: '{count} day', other: '{count} days' }),
  history: params('{time} of history shown'),
  moneyBack: params('{days}-day money-back guarantee'),
  unlimited: { messages: 'Unlimited messages', models: 'All models', history: 'Unlimited history' },
});

/** Descriptions of what a plan includes, shared by all screens. */
export const planFacts = {
  messages: ({ messagesPerDay }: StarterPlan) => planTexts.messages({ count: messagesPerDay }),
  models: ({ models }: StarterPlan) => planTexts.models({ count: models }),
  /** Counts in days if the time is a whole number of at least two days, otherwise in hours. */
  history: ({ historyHours: hours }: StarterPlan) =>
    hours >= 48 && hours % 24 === 0
      ? planTexts.days({ count: hours / 24 })
      : planTexts.hours({ count: hours }),
  moneyBack: () => planTexts.moneyBack({ days: moneyBackDays }),
} as const;

export const starterPoints = (plan: StarterPlan): readonly string[] => [
  planFacts.messages(plan),
  planFacts.models(plan),
  planTexts.history({ time: planFacts.history(plan) }),
];

export const professionalPoints = (): readonly string[] => Object.values(planTexts.unlimited);
