import { brand } from '../../../../shared/brand.ts';

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
  cardsTitle: 'Made of six things',
  cards: [
    {
      title: 'Uncensored',
      text: 'No filter of ours stands between you and the model. The provider that answers has its own rules.',
    },
    {
      title: 'Multi-model access',
      text: 'Models of several providers stand side by side in one list, and you may bring a key of your own.',
    },
    {
      title: 'Private and secure',
      text: 'Chats are rows that only your own session may read; the database checks it for each request. Keys go in and never come out.',
    },
    {
      title: 'Custom personas',
      text: 'Begin a chat with [SYSTEM: …] and the model keeps to that part for the whole chat.',
    },
    {
      title: 'Workflow integration via API',
      text: 'The gateway speaks the OpenAI protocol. Make a key, point your client at it, revoke it when you are done.',
    },
    { title: 'Advanced retrieval', text: 'Answers from a knowledge base of your own.', isComing: true },
  ] satisfies readonly Feature[],
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
