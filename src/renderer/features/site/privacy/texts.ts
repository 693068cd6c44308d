export const privacyTexts = {
  title: 'Where your words go',
  lead: 'What is stored, what is sent, and to whom: first a summary, then every request.',
  passages: [
    {
      title: 'What is stored',
      text: 'Your account, chats and messages, in the database of the service that you are signed in to. Access rules in the database let only your own sessions read your chats. Administrators can’t, unless you turn on “Let support see my chats”; each time they look, you get a receipt. A temporary chat is stored nowhere.',
    },
    {
      title: 'What is sent',
      text: 'Your message, with the recent part of that chat, goes to the provider of the model you picked, because that provider writes the reply. The provider has its own rules about what it stores. The built-in demo model answers inside the service and sends nothing.',
    },
    {
      title: 'What this browser stores',
      text: 'Your session, your name and email for the greeting, the color scheme, unsent drafts, and a cookie that remembers the sidebar. Your own provider key only if you choose so, encrypted. No advertising, no third-party scripts, no external fonts.',
    },
  ],
} as const;
