import type { RequestGroup } from './requests.ts';

/** Sent by the service or, with the user's own key, by the desktop app. */
export const providerGroup: RequestGroup = {
  title: 'What the provider of the model receives',
  to: 'To the provider of the model you picked, and no other host',
  entries: [
    {
      what: 'Your message with the recent part of that chat, and the API key. Not your name, email or account.',
      why: 'The provider writes the reply, and has its own rules about what it stores. The built-in demo model answers inside the service and sends nothing.',
      requests: ['POST */chat/completions', 'POST */responses', 'POST */messages', 'POST */models/*'],
      fields: [
        'contents',
        'generationConfig',
        'input',
        'instructions',
        'max_output_tokens',
        'max_tokens',
        'messages',
        'model',
        'reasoning',
        'store',
        'stream',
        'stream_options',
        'system',
        'systemInstruction',
        'temperature',
      ],
    },
    {
      what: 'A recording of your voice, if you dictate or talk, and the sound of a video, if you add its transcript. Not your name, email or account.',
      why: 'It turns the recording into text.',
      requests: ['POST */audio/transcriptions'],
      fields: ['file', 'model', 'response_format'],
    },
  ],
};

/** Sent neither to the service nor to a provider. */
export const otherHostsGroup: RequestGroup = {
  title: 'What other hosts receive',
  to: 'To the host named below, only in these cases',
  entries: [
    {
      what: 'Only the URL of an image on another host, if a reply contains one.',
      why: 'Shows the image after you press the button that names the host. Images never load automatically.',
      requests: ['GET https://*'],
      fields: ['anything in its URL'],
    },
    {
      what: 'The text of a reply that is read aloud, including while you talk, but only if your device has no voice for your language and you agree.',
      why: "Your browser's network voice reads it aloud. It is usually provided by the browser's maker.",
      requests: ['(by the browser)'],
      fields: ['the text of the reply'],
    },
    {
      what: 'The version of the desktop app.',
      why: "Checks GitHub for a new version once a day. The web app doesn't do this.",
      requests: ['GET https://github.com/*'],
      fields: ['none of your data'],
    },
    {
      what: 'The language of a dictionary.',
      why: 'Checks your spelling in the desktop app for Windows and Linux, if you choose that language in its settings. The dictionaries come from Google; the check happens on your computer.',
      requests: ['GET https://redirector.gvt1.com/*'],
      fields: ['none of your data'],
    },
  ],
};
