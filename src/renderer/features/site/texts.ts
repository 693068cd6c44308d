/** A heading and what it says. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

export const featuresTexts = {
  title: 'What Clover does',
  lead: 'A chat that stays out of the way: write, choose who answers, find it again.',
  passages: [
    {
      title: 'Replies as they are written',
      text: 'Text appears while the model is still writing. Stop ends it at the provider too, and what has come so far is kept.',
    },
    {
      title: 'A history that is yours',
      text: 'Chats are rows that only your own session may read; the database checks it for each request.',
    },
    {
      title: 'Many models, one conversation',
      text: 'Models of several providers stand side by side in one list.',
    },
    {
      title: 'Try it without an account',
      text: 'The demo opens a session of your own at once. Its chats are removed after 24 hours.',
    },
    { title: 'Voice, image and video input', text: 'Coming soon.' },
  ],
} as const;

/** [A §9] */
export const privacyTexts = {
  title: 'Where your words go',
  lead: 'A short account of what is stored, what is sent, and to whom.',
  passages: [
    {
      title: 'What is stored',
      text: 'Your account, your chats and your messages, in the database of the service that you are signed in to. Access rules in the database itself let only your own session read your chats. Administrators have no rule that lets them.',
    },
    {
      title: 'What is sent',
      text: 'When you send a message, it goes with the recent part of that chat to the provider of the model you picked, because that provider writes the reply. The provider has its own rules about what it keeps. The built-in demo model answers inside the service and sends nothing out.',
    },
    {
      title: 'What this browser keeps',
      text: 'Your session, your name and e-mail address for the greeting, the colour scheme, and a cookie that remembers the sidebar. No advertising, no third-party scripts, no fonts from elsewhere.',
    },
  ],
} as const;

export const notFoundTexts = {
  title: 'There is nothing here',
  lead: 'The address leads to no page. It may have been mistyped, or the page has moved.',
  home: 'Go to the home page',
} as const;
