import { texts } from '../lib/texts.ts';

/** Apart from texts.ts, which public pages load. */
export const replyDisplayTexts = texts('components/replyDisplay', {
  title: 'Reply display',
  options: { stream: 'Stream', typewriter: 'Typewriter', instant: 'Instant' },
  notes: {
    stream: 'Text appears as it arrives. In a new chat, a reply that arrives complete is typed out.',
    typewriter: 'In a new chat, every reply is typed out character by character.',
    instant: 'Text appears as it arrives, without typing.',
  },
});
