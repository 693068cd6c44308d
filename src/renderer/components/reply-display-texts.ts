import { texts } from '../../shared/texts.ts';

/** Not in texts.ts, because public pages load that file. */
export const replyDisplayTexts = texts('components/replyDisplay', {
  title: 'Reply display',
  options: { stream: 'Stream', typewriter: 'Typewriter', instant: 'Instant' },
  notes: {
    stream: 'Text appears as it arrives. Replies that arrive all at once are typed out in new chats.',
    typewriter: 'In a new chat, every reply is typed out character by character.',
    instant: 'Text appears as it arrives, without a typing effect.',
  },
});
