import { params, texts } from '../../../../shared/texts.ts';

export const talkTexts = texts('chat/talk', {
  open: params('Talk ({where})'),
  title: 'Talk',
  explain:
    'Say something, then pause. Your words are sent as a message, and the reply is read aloud. Speak to interrupt it.',
  start: 'Start talking',
  cancel: 'Cancel',
  listening: 'Listening',
  hearing: 'Listening to you',
  waiting: 'Waiting for the reply',
  speaking: 'Reading the reply aloud. Speak to interrupt it.',
  speakingMuted: 'Reading the reply aloud. Your microphone is muted.',
  muted: 'Your microphone is muted',
  mute: 'Mute microphone',
  idle: 'Nothing was said for a while, so the conversation has ended.',
  interrupt: 'Stop the reply',
  end: 'End',
});
