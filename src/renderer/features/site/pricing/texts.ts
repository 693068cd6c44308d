import { brand } from '../../../../shared/brand.ts';
import { type Billing, moneyBackDays, type StarterPlan, type Tier } from '../../../../shared/domain/plans.ts';
import { claims, providerRules } from '../claims.ts';
import { starterHiding } from '../../../lib/history-rules.ts';
import { planFacts, professionalPoints, starterPoints } from '../../../lib/plan-texts.ts';

export const pricingTexts = {
  title: 'Two plans',
  lead: 'Free to start. Upgrade when you need more.',
  billingLabel: 'Billing',
  billings: { monthly: 'Monthly', annual: 'Annual' } satisfies Record<Billing, string>,
  saving: 'two months free',
  current: 'Your plan',
  manage: 'Manage your plan',
  openChat: 'Open chat',
  plans: {
    starter: {
      name: 'Starter',
      lead: 'To try it out.',
      periods: { monthly: 'for as long as you want', annual: 'for as long as you want' },
      action: 'Get started',
      note: 'No card needed',
    },
    professional: {
      name: 'Professional',
      lead: 'For everyday use.',
      periods: { monthly: 'a month', annual: 'a year' },
      action: 'Choose Professional',
      note: claims.moneyBack.text,
    },
  } satisfies Record<Tier, unknown>,
  payment: 'Payment by major credit cards. PayPal is coming soon.',
} as const;

export const pointsOf = (tier: Tier, plan: StarterPlan): readonly string[] =>
  tier === 'starter' ? starterPoints(plan) : [...professionalPoints(), 'Replies read aloud'];

interface ComparisonRow {
  readonly feature: string;
  readonly starter: string | boolean;
  readonly professional: string | boolean;
}

/** [PRICE-007, ROLE-013..019, ROLE-025] `true` and `false` appear as marks. */
export const planComparison = {
  title: 'What each plan includes',
  feature: 'Feature',
  yes: 'Included',
  no: 'Not included',
  limits: (plan: StarterPlan): readonly ComparisonRow[] => [
    { feature: 'Messages a day', starter: String(plan.messagesPerDay), professional: 'Unlimited' },
    { feature: 'Models', starter: String(plan.models), professional: 'All' },
    { feature: 'Chat history', starter: planFacts.history(plan), professional: 'Unlimited' },
  ],
  rows: [
    { feature: 'Quick actions', starter: true, professional: true },
    { feature: 'Your own provider keys', starter: true, professional: true },
    { feature: 'Chat export', starter: true, professional: true },
    { feature: 'Replies read aloud', starter: false, professional: true },
    { feature: 'API access', starter: false, professional: true },
    { feature: 'Priority support', starter: false, professional: 'Coming soon' },
    { feature: 'Custom AI training', starter: false, professional: 'Coming soon' },
  ] satisfies readonly ComparisonRow[],
} as const;

export const questions = {
  title: 'Frequently asked questions',
  entries: [
    {
      question: 'What counts as a message?',
      answer:
        "Each message you send, each quick action and each reply you regenerate. Requests without a reply don't count. The count resets at 00:00 UTC.",
    },
    {
      question: 'What happens to older chats on Starter?',
      answer: `${starterHiding} Your settings show how many are hidden, and let you delete them.`,
    },
    {
      question: 'Can I cancel?',
      answer:
        "At any time, in your settings. You keep Professional until the end of the current month or year. After that, you're on Starter.",
    },
    {
      question: 'How do I get my money back?',
      answer: `Cancel Professional in your settings within ${moneyBackDays} days of buying it, and you pay nothing. The settings show the last day.`,
    },
    {
      question: 'Is my card charged?',
      answer: `No. This installation of ${brand} doesn't accept payments. Its checkout simulates a payment, or shows that payments are unavailable. ${claims.cardData.text}.`,
    },
    {
      question: 'Who can read what I write?',
      answer: `${claims.noPromptLogging.text}. ${claims.uncensored.text}. ${providerRules}`,
    },
  ],
} as const;

/** Placeholders, marked as samples [PRICE-009]. */
export const sampleQuotes = {
  title: 'What customers could say',
  sample: true,
  note: 'Sample content',
  entries: [
    { text: 'I stopped keeping six tabs open. One list of models, one history.', author: 'Sample, designer' },
    {
      text: 'The desktop app keeps my key in the keychain. That settled it for me.',
      author: 'Sample, engineer',
    },
    { text: 'It answers the question I asked, and says which model replied.', author: 'Sample, researcher' },
  ],
} as const;

export const closingTexts = {
  title: 'Write your first message',
  lead: 'Starter is free and needs no card.',
  starter: 'Start with Starter',
  professional: 'Go Professional',
} as const;
