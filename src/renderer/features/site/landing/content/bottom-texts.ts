import { brand } from '../../../../../shared/brand.ts';
import { params, texts } from '../../../../../shared/texts.ts';
import { englishClaims as claims } from '../../english-claims.ts';

export type Mark = 'yes' | 'no' | 'soon';

/** Section 10 [SITE-066..071]. */
export const comparison = texts('site/comparison', {
  title: `${brand} and other chats`,
  label: 'Comparison table',
  note: `As configured by the site owner. ${claims.inputs.text}. ${claims.inputs.detail}`,
  feature: 'Feature',
  columns: [brand, 'Chatbot A', 'Chatbot B', 'Chatbot C'],
  words: { yes: 'Yes', no: 'No', soon: 'Coming Soon' } satisfies Record<Mark, string>,
  rows: [
    'Unfiltered Content',
    'Model Switching On the Fly',
    'No Account Required',
    'No Prompt Logs or Tracking',
    'Voice/Image/Video Input',
  ],
});

/** The marks of each product, in the order of `comparison.rows`. */
export const comparisonMarks: readonly (readonly Mark[])[] = [
  ['yes', 'no', 'no', 'no'],
  ['yes', 'no', 'no', 'no'],
  ['yes', 'no', 'no', 'no'],
  ['yes', 'no', 'no', 'no'],
  ['soon', 'yes', 'yes', 'no'],
];

/** [SITE-075] */
export interface Testimonial {
  readonly content: string;
  readonly author: string;
  readonly role: string;
  readonly location: string;
  /** 1 to 5. */
  readonly rating: number;
  /** True only for real quotes. */
  readonly verified: boolean;
  /** Initials. */
  readonly avatar: string;
}

/** Sample figures [SITE-012, SITE-013, SITE-014, SITE-017]. They must not appear in metadata. */
export const figures = texts('site/figures', {
  sample: true,
  entries: [
    { value: '10,000+', label: 'users' },
    { value: '4.9/5', label: 'rating' },
    { value: '2,500+', label: 'reviews' },
  ],
});

/** Section 11 [SITE-072..076]. Placeholders, marked as samples. */
export const testimonials = texts('site/testimonials', {
  title: 'Sample figures and quotes',
  lead: `${brand} is new. Real figures and quotes will replace these.`,
  sample: true,
  note: 'Sample content',
  label: 'Testimonials',
  kind: 'carousel',
  previous: 'Previous',
  next: 'Next',
  position: params('{first} of {total}'),
  stars: params('{rating} of 5 stars'),
  byline: params('{author}, {role}, {location}'),
  entries: [
    {
      content: 'I asked three models the same question and kept the best answer. In one chat.',
      author: 'Sample A',
      role: 'Editor',
      location: 'Lyon',
      rating: 5,
      verified: false,
      avatar: 'SA',
    },
    {
      content: 'It runs on my own computer. That was all I needed to hear.',
      author: 'Sample B',
      role: 'Lawyer',
      location: 'Graz',
      rating: 5,
      verified: false,
      avatar: 'SB',
    },
    {
      content: 'My key went into my keychain, and I could check that it went nowhere else.',
      author: 'Sample C',
      role: 'Engineer',
      location: 'Oslo',
      rating: 5,
      verified: false,
      avatar: 'SC',
    },
    {
      content: 'No account, one question, one answer. Then I signed up.',
      author: 'Sample D',
      role: 'Teacher',
      location: 'Porto',
      rating: 4,
      verified: false,
      avatar: 'SD',
    },
    {
      content: 'It said which provider answered because the other one was down.',
      author: 'Sample E',
      role: 'Analyst',
      location: 'Leeds',
      rating: 5,
      verified: false,
      avatar: 'SE',
    },
    {
      content: 'My drafts survive my browser. I cannot say that of most things I write in.',
      author: 'Sample F',
      role: 'Novelist',
      location: 'Cork',
      rating: 4,
      verified: false,
      avatar: 'SF',
    },
  ] satisfies readonly Testimonial[],
});

/** Section 12 [SITE-077, SITE-078]. */
export const callToAction = texts('site/callToAction', {
  title: 'What would you like to know?',
  action: 'Ask it now',
});

export const closing = texts('site/closing', {
  title: 'Try the demo, or just start',
  lead: 'The demo needs no account. Starter is free.',
  start: 'Start Chatting',
  watch: 'Watch It Happen',
});

/** Section 14 [SITE-081]. */
export const stickyBar = texts('site/stickyBar', {
  text: `${brand}: private, and you can check it.`,
  action: 'Start Chatting',
});

/** Models that an administrator can connect [SITE-018], and upcoming features [SITE-019, SITE-020]. */
export const connectableModels = texts('site/models', {
  text: 'An administrator can connect models such as GPT-4, Claude 3, LLaMA 3 and Mistral.',
});
