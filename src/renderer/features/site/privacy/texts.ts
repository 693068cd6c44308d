export const privacyTexts = {
  title: 'Where your words go',
  lead: 'What is stored, what is sent, and to whom: first a summary, then every request.',
  passages: [
    {
      title: 'What is stored',
      text: 'Your account, chats and messages, in the database of the service that you are signed in to. Access rules in the database let only your own sessions read your chats. Administrators can\'t, unless you turn on "Let support see my chats"; each time they look, you get a receipt. A temporary chat is stored nowhere.',
    },
    {
      title: 'What is sent',
      text: 'Your message, with the recent part of that chat, goes to the provider of the model you picked, because that provider writes the reply. The provider has its own rules about what it stores. The built-in demo model answers inside the service and sends nothing.',
    },
    {
      title: 'What this browser stores',
      text: 'Your session, your name and email for the greeting, the color scheme, unsent drafts, your latest chats and those you opened, so that they open offline, a cookie that remembers the sidebar, and after you sign in the app’s own files, so that it opens offline. Your own provider key only if you choose so, encrypted. The desktop app also keeps a reply in a file, readable only by you, if the service is away when it ends, until it is stored. No advertising, no third-party scripts, no external fonts.',
    },
  ],
} as const;
