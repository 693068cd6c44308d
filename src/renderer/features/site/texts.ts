/** A heading and what it says. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

export const privacyTexts = {
  title: 'Where your words go',
  lead: 'What is stored, what is sent, and to whom: first in a minute, then request by request.',
  passages: [
    {
      title: 'What is stored',
      text: 'Your account, your chats and your messages, in the database of the service that you are signed in to. Access rules in the database itself let only your own session read your chats. Administrators have no rule that lets them; only while you switch on “Let support see my chats” can they look, and each look leaves you a receipt. A temporary chat is stored nowhere.',
    },
    {
      title: 'What is sent',
      text: 'When you send a message, it goes with the recent part of that chat to the provider of the model you picked, because that provider writes the reply. The provider has its own rules about what it keeps. The built-in demonstration model answers inside the service and sends nothing out.',
    },
    {
      title: 'What this browser keeps',
      text: 'Your session, your name and e-mail address for the greeting, the colour scheme, unsent drafts, and a cookie that remembers the sidebar. A key of your own only if you ask for it, sealed. No advertising, no third-party scripts, no fonts from elsewhere.',
    },
  ],
} as const;

export const notFoundTexts = {
  title: 'There is nothing here',
  lead: 'The address leads to no page. It may have been mistyped, or the page has moved.',
  home: 'Go to the home page',
} as const;
