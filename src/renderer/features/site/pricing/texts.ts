import { brand } from '../../../../shared/brand.ts';
import type { Billing, Tier } from '../../../../shared/domain/plans.ts';

export const pricingTexts = {
  title: 'Two plans',
  lead: 'Start for nothing. Pay when three messages a day are not enough.',
  billingLabel: 'Billing',
  billings: { monthly: 'Monthly', annual: 'Annual' } satisfies Record<Billing, string>,
  saving: 'two months free',
  plans: {
    starter: {
      name: 'Starter',
      lead: 'For finding out whether you like it.',
      periods: { monthly: 'for as long as you want', annual: 'for as long as you want' },
      points: ['3 messages a day', '2 models', '24 hours of history'],
      action: 'Get started',
      note: 'No card needed',
    },
    professional: {
      name: 'Professional',
      lead: 'For using it every day.',
      periods: { monthly: 'a month', annual: 'a year' },
      points: ['Unlimited messages', 'All models', 'Unlimited history', 'Replies read aloud'],
      action: 'Choose Professional',
      note: '14-day money-back guarantee',
    },
  } satisfies Record<Tier, unknown>,
  payment: 'Payment by major credit cards. PayPal is coming soon.',
} as const;

interface Row {
  readonly feature: string;
  readonly starter: string | boolean;
  readonly professional: string | boolean;
}

/** What each plan holds [PRICE-007, ROLE-013..019, ROLE-025]. `true` and `false` are drawn as marks. */
export const comparison = {
  title: 'What is in each plan',
  feature: 'Feature',
  yes: 'Included',
  no: 'Not included',
  rows: [
    { feature: 'Messages a day', starter: '3', professional: 'Unlimited' },
    { feature: 'Models', starter: '2', professional: 'All' },
    { feature: 'Chat history', starter: '24 hours', professional: 'Unlimited' },
    { feature: 'Quick actions', starter: true, professional: true },
    { feature: 'Your own provider keys', starter: true, professional: true },
    { feature: 'Export of your chats', starter: true, professional: true },
    { feature: 'Replies read aloud', starter: false, professional: true },
    { feature: 'API access', starter: false, professional: true },
    { feature: 'Priority support', starter: false, professional: 'Coming soon' },
    { feature: 'Custom AI training', starter: false, professional: 'Coming soon' },
  ] satisfies readonly Row[],
} as const;

export const questions = {
  title: 'Questions people ask',
  entries: [
    {
      question: 'What counts as a message?',
      answer:
        'Each message you send, each quick action and each reply you ask for again. A request that nobody answered is given back. The day is the UTC day.',
    },
    {
      question: 'What happens to my chats on Starter after 24 hours?',
      answer:
        'Older chats are hidden and kept until you delete them or upgrade. Your account page counts them, and lets you delete them.',
    },
    {
      question: 'Can I cancel?',
      answer:
        'At any time, on your account page. Professional then goes on to the end of the month or year that is running, and you are on Starter afterwards.',
    },
    {
      question: 'Is my card charged?',
      answer: `No. This installation of ${brand} takes no payments: its checkout simulates one, or says that payments are not connected. Card data never leave the form.`,
    },
    {
      question: 'Who reads what I write?',
      answer:
        'We log no prompts and put no filter between you and the model. The provider that answers receives your message and has its own rules about it.',
    },
  ],
} as const;

/** Placeholders until real customers have said something [PRICE-009]: always shown with their note. */
export const quotes = {
  title: 'What customers could say',
  sample: true,
  note: 'Sample content',
  entries: [
    { text: 'I stopped keeping six tabs open. One list of models, one history.', author: 'Sample, designer' },
    {
      text: 'The desktop app keeps my key in the keychain. That settled it for me.',
      author: 'Sample, engineer',
    },
    { text: 'It answers the question I asked, and tells me which model did.', author: 'Sample, researcher' },
  ],
} as const;

export const closing = {
  title: 'Write the first message',
  lead: 'Starter costs nothing and asks for no card.',
  starter: 'Start with Starter',
  professional: 'Go Professional',
} as const;
