import { brand } from '../../../../../shared/brand.ts';
import { claims } from '../../claims.ts';

export interface DemoTab {
  readonly value: 'text' | 'images' | 'code' | 'characters';
  readonly label: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly isCode?: boolean;
}

/** Section 6 [SITE-049..053]. */
export const demo = {
  eyebrow: 'Live Demo',
  title: 'Uncensored AI in Action',
  tabsLabel: 'What the chat does',
  note: 'Sample content',
  action: 'Launch the Chat',
  tabs: [
    {
      value: 'text',
      label: 'Text',
      question: 'Explain the difference between a lease and a license, briefly.',
      answer: [
        'A lease gives you the place for a time: you can keep others out, even the owner.',
        'A license only lets you be there. The owner keeps possession and can end the permission under its terms.',
      ],
    },
    {
      value: 'images',
      label: 'Images',
      question: 'A four-leaf clover in the style of a botanical plate.',
      answer: [
        'Choose "Image generation" among the quick actions and describe what you want to see.',
        'The connected provider creates the image, and it is saved with your chat.',
      ],
    },
    {
      value: 'code',
      label: 'Code',
      question: 'Group these rows by day, in SQL.',
      isCode: true,
      answer: [
        "select date_trunc('day', created_at) as day,",
        '       count(*) as messages',
        'from events',
        'group by day',
        'order by day;',
      ],
    },
    {
      value: 'characters',
      label: 'Characters',
      question: '[SYSTEM: You are a patient chess coach.] Why did I lose this endgame?',
      answer: [
        'You had the opposition two moves earlier and let it go. Put your king in front of the pawn, not behind it.',
        'Set up the board again and play Black: you will see it.',
      ],
    },
  ] satisfies readonly DemoTab[],
} as const;

/** Section 7 [SITE-054..056]. */
export const why = {
  eyebrow: 'Why Choose Us',
  title: 'AI Without Limits',
  private: {
    title: 'Private AI',
    text: claims.ownChats.detail,
  },
  uncensored: {
    title: 'Uncensored AI',
    text: `${claims.uncensored.text}. ${claims.uncensored.detail}`,
    action: 'Try it now',
  },
} as const;

/** Section 8 [SITE-057..062]. */
export const power = {
  title: 'Unleash The True Power of AI',
  mockLabel: 'What the chat looks like',
  tabs: ['Text', 'Images', 'Code', 'Characters'],
  mockText: 'Ask a question. The model you picked answers, and its name is below the reply.',
  mockPlaceholder: 'Ask anything…',
  private: {
    title: 'Private AI',
    text: 'Who can read your chats, and where your keys are stored.',
    action: 'Learn More',
    /** Read aloud after the action, which is not clear on its own. */
    about: 'about privacy',
  },
  uncensored: { title: 'Uncensored AI', text: 'Open models, asked directly.', action: 'Try Now' },
  createTitle: 'What can you create?',
  create: [
    { title: 'Writing', text: 'Drafts, edits, speeches, scenes. In your voice, after two examples.' },
    {
      title: 'Answers',
      text: 'Summaries of long texts, insights from tables, explanations that say what is uncertain.',
    },
    { title: 'Software', text: 'Reviews, tests, migrations, the one-liner you look up every month.' },
  ],
  action: 'Ask Anything',
} as const;

/** Section 9 [SITE-063..065]. */
export const inferenceApi = {
  title: 'Private Inference API',
  text: `For developers: ${brand} answers the OpenAI protocol with a key that you create and revoke yourself. Point any OpenAI client at it.`,
  action: 'View API Docs',
} as const;
