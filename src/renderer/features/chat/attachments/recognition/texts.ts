import { params, texts } from '../../../../../shared/texts.ts';

export const recognitionTexts = texts('chat/attachments/recognition', {
  extract: 'Extract text',
  language: 'Language of the text',
  image: 'The text is recognized on this device, and sent instead of the image.',
  scan: 'The text of all attached pages is recognized on this device, and sent instead of their images.',
  download: params('This downloads {size} from {host} first.'),
  downloading: params('Downloading, {done} of {total}'),
  recognizing: params('Recognizing text, {done} of {total}'),
  cancel: 'Cancel',
  check: 'The text was recognized automatically. Check it for errors.',
  unloaded: "Couldn't load text recognition. Check your connection, then try again.",
  noText: 'No text was recognized. Choose another language, or send the image.',
  tooSlow: 'Recognizing the text took longer than a minute. Send the image instead.',
  failed: "Couldn't recognize the text. Send the image instead.",
});
