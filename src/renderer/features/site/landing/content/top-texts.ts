import { brand } from '../../../../../shared/brand.ts';
import { texts } from '../../../../../shared/texts.ts';
import { englishClaims as claims } from '../../english-claims.ts';

/** Section 1 [SITE-035, SITE-036]. */
export const hero = texts('site/hero', {
  /** The title of the browser tab and in search results. */
  pageTitle: 'Uncensored and private AI chat',
  title: 'The uncensored, private AI chat you can check',
  lead: `Choose which model answers, on the web and on your desktop. ${claims.uncensored.text}. ${claims.listedRequests.detail} Try it without an account.`,
  start: 'Start Chatting',
  watch: 'Watch It Happen',
  inputLabel: 'Your first message',
  placeholder: `Message ${brand}…`,
  save: 'Save as your first message',
  saved: 'Saved as your first message.',
  openChat: 'Open the chat',
});

/** Section 2 [SITE-037]. `claims.ts` contains the claims. */
export const featureTexts = texts('site/claimList', {
  title: 'Private, and you can check it',
  lead: 'Automated tests verify each of these claims. Unfinished features are marked "Coming soon".',
  comingSoon: 'Coming soon',
});

/** Section 3 [SITE-038..041]. */
export const exampleTexts = texts('site/examples', {
  title: 'What Can You Ask?',
  lead: "Anything you would ask a well-read friend who doesn't judge.",
  prompts: [
    'Read this contract and tell me what I would regret signing.',
    'Argue the side I disagree with, as well as it can be argued.',
    'Why does this query get slower with every row?',
    'Plan four days in Lisbon for someone who hates queues.',
    'Explain my blood results in words that I can follow.',
  ],
  action: 'Try One Yourself',
});

/** Section 4 [SITE-042..045]. */
export const marqueeTexts = texts('site/marquee', {
  title: 'Real User Prompts',
  label: 'Prompts',
  sample: true,
  note: 'Sample content',
  prompts: [
    'Rewrite this so that it sounds like me',
    'What would a skeptic say about this plan?',
    'Turn these notes into an agenda',
    'Find the flaw in my proof',
    'A toast for someone who hates speeches',
    'Which of these two offers is better, and why?',
    'Explain it to a nine-year-old',
    'Name twelve things this could be called',
  ],
  end: 'Try any of these prompts yourself',
});

/** Section 5 [SITE-046..048]. */
export const stepTexts = texts('site/steps', {
  title: 'How It Works',
  entries: [
    {
      title: 'Type Anything',
      text: 'A question, a draft, a table, a stack trace. Nothing is too simple or too strange.',
    },
    {
      title: 'Pick Your Brain',
      text: 'Choose the model that answers, and change it at any time.',
    },
    { title: 'Get Real Answers', text: 'The reply appears as it is written. Stop it, keep it, ask again.' },
  ],
  watch: 'Watch It Happen',
});
