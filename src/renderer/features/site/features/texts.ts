import { brand } from '../../../../shared/brand.ts';
import { texts } from '../../../../shared/texts.ts';
import { englishClaims } from '../english-claims.ts';

export const featuresTexts = texts('site/features', {
  title: `What ${brand} does`,
  lead: 'A simple chat: write, choose a model, and find your chats again.',
  start: 'Start Chatting',
  plans: 'Compare plans',
  comingSoon: 'Coming soon',
  cardsTitle: 'What you get',
  uncensored: {
    title: 'Uncensored',
    text: `${englishClaims.uncensored.text}. ${englishClaims.uncensored.detail}`,
  },
  pictures: {
    models: {
      title: 'Every model in one list',
      text: 'Search the list, keep your favorites at the top, and change the model at any point in a chat.',
    },
    code: {
      title: 'Code you can use',
      text: 'Syntax is highlighted as the reply arrives. Copy the code, or save it as a file.',
    },
    images: {
      title: 'Quick actions',
      text: 'Images, code, data and summaries: fill in one field, and the result appears in the chat.',
    },
  },
  casesTitle: 'What people use it for',
  cases: [
    {
      title: 'Creative content',
      text: 'Drafts, names, scenes, speeches. Regenerate a reply and keep both versions.',
    },
    {
      title: 'Business intelligence',
      text: 'Attach a table (Excel or CSV) or paste one, and ask what stands out. Or use the quick action for data.',
    },
    {
      title: 'Research and analysis',
      text: 'Summarize long texts, compare claims, and see what is uncertain.',
    },
    {
      title: 'Software development',
      text: 'Reviews, tests and explanations, with code that is easy to copy.',
    },
  ],
});
