import { brand } from '../../../../../shared/brand.ts';
import { texts } from '../../../../../shared/texts.ts';
import { englishClaims as claims } from '../../english-claims.ts';

/** Section 6 [SITE-049..053]. */
export const demoTexts = texts('site/demo', {
  eyebrow: 'Live Demo',
  title: 'Uncensored AI in Action',
  tabsLabel: 'What the chat does',
  action: 'Launch the Chat',
  tabs: { text: 'Text', images: 'Images', code: 'Code', characters: 'Characters' },
});

/** Section 7 [SITE-054..056]. */
export const whyTexts = texts('site/why', {
  eyebrow: 'Why Choose Us',
  title: 'AI Without Limits',
  private: {
    title: 'Private AI',
    text: claims.ownChats.detail,
    action: 'How it works',
  },
  uncensored: {
    title: 'Uncensored AI',
    text: `${claims.uncensored.text}. ${claims.uncensored.detail}`,
    action: 'Try it now',
  },
});

/** Section 8 [SITE-057..062]. */
export const powerTexts = texts('site/power', {
  title: 'Unleash The True Power of AI',
  mockLabel: 'What the chat looks like',
  tabs: ['Text', 'Images', 'Code', 'Characters'],
  mockText: 'Ask a question. The model you picked answers, and its name is below the reply.',
  mockPlaceholder: 'Ask anything…',
  private: {
    title: 'Private AI',
    text: 'Who can read your chats, and where your keys are stored.',
    action: 'Learn More',
    /** Screen readers announce this text after the action, which is unclear on its own. */
    about: 'about privacy',
  },
  uncensored: { title: 'Uncensored AI', text: 'Direct access to open models.', action: 'Try Now' },
  createTitle: 'What can you create?',
  create: [
    { title: 'Writing', text: 'Drafts, edits, speeches, scenes. In your voice, after two examples.' },
    {
      title: 'Answers',
      text: 'Summaries of long texts, insights from tables, explanations that point out what is uncertain.',
    },
    { title: 'Software', text: 'Reviews, tests, migrations, the one-liner you look up every month.' },
  ],
  action: 'Ask Anything',
});

/** Section 9 [SITE-063..065]. */
export const inferenceApiTexts = texts('site/api', {
  title: 'Private Inference API',
  text: `For developers: ${brand} supports the OpenAI protocol. Point any OpenAI client at it, with a key that you create and revoke yourself.`,
  action: 'View API Docs',
});
