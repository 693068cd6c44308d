import { brand } from '../../../../../shared/brand.ts';
import { claims } from '../../claims.ts';

export type Mark = 'yes' | 'no' | 'soon';

/** Section 10 [SITE-066..071]. */
export const comparison = {
  title: `${brand} and other chats`,
  label: 'Comparison table',
  note: `As configured by the site owner. ${claims.inputs.text}. ${claims.inputs.detail}`,
  feature: 'Feature',
  columns: [brand, 'Chatbot A', 'Chatbot B', 'Chatbot C'],
  words: { yes: 'Yes', no: 'No', soon: 'Coming Soon' } satisfies Record<Mark, string>,
  rows: [
    { feature: 'Unfiltered Content', marks: ['yes', 'no', 'no', 'no'] },
    { feature: 'Model Switching On the Fly', marks: ['yes', 'no', 'no', 'no'] },
    { feature: 'No Account Required', marks: ['yes', 'no', 'no', 'no'] },
    { feature: 'No Prompt Logs or Tracking', marks: ['yes', 'no', 'no', 'no'] },
    { feature: 'Voice/Image/Video Input', marks: ['soon', 'yes', 'yes', 'no'] },
  ] satisfies readonly { readonly feature: string; readonly marks: readonly Mark[] }[],
} as const;

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
export const figures = {
  sample: true,
  entries: [
    { value: '10,000+', label: 'users' },
    { value: '4.9/5', label: 'rating' },
    { value: '2,500+', label: 'reviews' },
  ],
} as const;

/** Section 11 [SITE-072..076]. Placeholders, marked as samples. */
export const testimonials = {
  title: 'Sample figures and quotes',
  lead: `${brand} is new. Real figures and quotes will replace these.`,
  sample: true,
  note: 'Sample content',
  label: 'Testimonials',
  previous: 'Previous',
  next: 'Next',
  position: (first: number, total: number) => `${first} of ${total}`,
  stars: (rating: number) => `${rating} of 5 stars`,
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
} as const;

/** Section 12 [SITE-077, SITE-078]. */
export const callToAction = {
  title: 'What would you like to know?',
  action: 'Ask it now',
} as const;

export const closing = {
  title: 'Try the demo, or just start',
  lead: 'The demo needs no account. Starter is free.',
  start: 'Start Chatting',
  watch: 'Watch It Happen',
} as const;

/** Section 14 [SITE-081]. */
export const stickyBar = {
  text: `${brand}: private, and you can check it.`,
  action: 'Start Chatting',
} as const;

/** Models that an administrator can connect [SITE-018], and upcoming features [SITE-019, SITE-020]. */
export const connectableModels = {
  text: 'An administrator can connect models such as GPT-4, Claude 3, LLaMA 3 and Mistral.',
} as const;
