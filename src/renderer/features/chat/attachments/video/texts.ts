import { params, plural, texts } from '../../../../../shared/texts.ts';

export const videoTexts = texts('chat/attachments/video', {
  refused: {
    tooLarge: 'The video is larger than 1 GB. Attach a shorter one.',
    tooLong: 'The video is longer than an hour. Attach part of it.',
    notPlayable: "This browser can't play this video. Save it as MP4 or WebM, then attach that.",
    noPicture: 'The file contains sound, but no video. Dictate the text instead, or attach it as a file.',
    tooSlow: 'Reading the video took longer than a minute. Attach a shorter one.',
  },
  frames: plural({
    one: "{count} frame of a video of {time}. The video itself isn't sent.",
    other: "{count} frames of a video of {time}. The video itself isn't sent.",
  }),
  noSound: 'No sound was found in the video.',
  soundTooLong:
    "Its sound isn't included, because the video is longer than 10 minutes or larger than 100 MB.",
  sound: "Its sound isn't included.",
  to: params('To turn the sound into text, it is sent to {host}.'),
  toThrough: params('To turn the sound into text, it is sent to {host} through {gateway}.'),
  counts: plural({ one: 'This counts as {count} message.', other: 'This counts as {count} messages.' }),
  noModel: "The chosen model's provider can't turn sound into text.",
  add: 'Add transcript',
  retry: 'Retry',
  transcribing: params('Turning sound into text, {done} of {total}'),
  noSpeech: 'No speech was recognized in the sound.',
  transcriptName: params('{name} transcript.txt'),
});
