import { brand } from '../../../../shared/brand.ts';
import type { Billing, Tier } from '../../../../shared/domain/plans.ts';
import { params, texts } from '../../../../shared/texts.ts';
import { starterHiding } from '../../../lib/history-rules.ts';
import { englishClaims as claims, providerRules } from '../english-claims.ts';

export const pricingTexts = texts('site/pricing', {
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
    },
    professional: {
      name: 'Professional',
      lead: 'For everyday use.',
      periods: { monthly: 'a month', annual: 'a year' },
      action: 'Choose Professional',
    },
  } satisfies Record<Tier, unknown>,
  noCard: 'No card needed',
  payment: 'Payment by major credit cards. PayPal is coming soon.',
});

/** [PRICE-007, ROLE-013..019, ROLE-025] */
export const planComparison = texts('site/plans', {
  title: 'What each plan includes',
  feature: 'Feature',
  yes: 'Included',
  no: 'Not included',
  all: 'All',
  unlimited: 'Unlimited',
  comingSoon: 'Coming soon',
  features: {
    messages: 'Messages a day',
    models: 'Models',
    history: 'Chat history',
    quickActions: 'Quick actions',
    ownKeys: 'Your own provider keys',
    export: 'Chat export',
    aloud: 'Replies read aloud',
    api: 'API access',
    support: 'Priority support',
    training: 'Custom AI training',
  },
});

export const questions = texts('site/questions', {
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
      answer: params(
        'Cancel Professional in your settings within {days} days of buying it, and you pay nothing. The settings show the last day.',
      ),
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
});

/** Placeholders, marked as samples [PRICE-009]. */
export const sampleQuotes = texts('site/sampleQuotes', {
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
});

export const closingTexts = texts('site/pricingClosing', {
  title: 'Write your first message',
  lead: 'Starter is free and needs no card.',
  starter: 'Start with Starter',
  professional: 'Go Professional',
});
