import { brand } from '../../../../shared/brand.ts';
import { claims } from '../claims.ts';

export interface Feature {
  readonly title: string;
  readonly text: string;
  /** Says "Coming soon" beside the title. */
  readonly isComing?: boolean;
}

export const featuresTexts = {
  title: `What ${brand} does`,
  lead: 'A chat that stays out of the way: write, choose who answers, find it again.',
  start: 'Start Chatting',
  plans: 'See the plans',
  comingSoon: 'Coming soon',
  cardsTitle: 'What you get',
  cards: [
    { title: 'Uncensored', claim: claims.uncensored },
    { title: claims.manyModels.text, claim: claims.manyModels },
    { title: claims.ownChats.text, claim: claims.ownChats },
    { title: claims.personas.text, claim: claims.personas },
    { title: claims.inferenceApi.text, claim: claims.inferenceApi },
    { title: claims.retrieval.text, claim: claims.retrieval },
  ].map(({ title, claim }) => ({
    title,
    text: title === claim.text ? claim.detail : `${claim.text}. ${claim.detail}`,
    isComing: !claim.isProven,
  })) satisfies readonly Feature[],
  casesTitle: 'What people use it for',
  cases: [
    {
      title: 'Creative content',
      text: 'Drafts and second drafts, names, scenes, speeches. Ask again and keep both versions.',
    },
    {
      title: 'Business intelligence',
      text: 'Paste a table as CSV or JSON and ask what stands out; the quick action for data knows what to look at.',
    },
    {
      title: 'Research and analysis',
      text: 'Long texts made short, claims set against each other, the doubts left in.',
    },
    { title: 'Software development', text: 'Reviews, tests and explanations, with code that copies clean.' },
  ] satisfies readonly Feature[],
} as const;
