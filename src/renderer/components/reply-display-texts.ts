import { texts } from '../../shared/texts.ts';

/** Not in texts.ts, because public pages load that file. */
export const replyDisplayTexts = texts('components/replyDisplay', {
  title: 'Reply display',
  options: { stream: 'Stream', typewriter: 'Typewriter', instant: 'Instant' },
  notes: {
    stream: 'Text appears as it arrives. In new chats, replies that arrive complete are typed out.',
    typewriter: 'In a new chat, every reply is typed out character by character.',
    instant: 'Text appears as it arrives, without a typing effect.',
  },
});
