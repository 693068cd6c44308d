import type { DepartureGroup } from './departures.ts';

/** What goes further, sent by the service or, with a key of your own, by the desktop app. */
export const providerGroup: DepartureGroup = {
  title: 'What the provider of the model receives',
  to: 'To the provider of the model that you picked, and to no other host',
  departures: [
    {
      what: 'Your message with the recent part of that chat, and the key that pays. Not your name, your e-mail address or your account.',
      why: 'It writes the reply. It has its own rules about what it keeps. The built-in demonstration model answers inside the service and sends nothing out.',
      requests: ['POST */chat/completions'],
      fields: ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'],
    },
  ],
};

/** What reaches neither the service nor a provider. */
export const elsewhereGroup: DepartureGroup = {
  title: 'What goes to other hosts',
  to: 'To the host that is named beside it, and only then',
  departures: [
    {
      what: 'Nothing but the address of a picture that a reply names at another host.',
      why: 'Shows the picture after you press the button that names its host. None loads by itself.',
      requests: ['GET https://*'],
      fields: ['whatever its address holds'],
    },
    {
      what: 'The version of the desktop app.',
      why: 'Looks once a day where its releases lie, on GitHub, for a newer one. The web app needs none of this.',
      requests: ['GET https://github.com/*'],
      fields: ['no data of yours'],
    },
    {
      what: 'The language of a dictionary.',
      why: 'Checks your spelling in the desktop app for Windows and Linux, once you choose that language in its settings. Google keeps these dictionaries; what you write is checked on your computer.',
      requests: ['GET https://redirector.gvt1.com/*'],
      fields: ['no data of yours'],
    },
  ],
};
