import { brand } from '../../../shared/brand.ts';

/** Shown with every claim about privacy [SITE-015]. */
export const providerRules = 'The provider that answers has its own rules.';

/**
 * Every claim on the site [SITE-006..011, SITE-015, SITE-016], except the money-back guarantee (claims.ts). Not in
 * claim-texts.ts, because the English texts of pages contain some of these, and texts of a catalog may be translated.
 *
 * `isProven` is true if a test proves the claim (claim-proofs.ts). Otherwise the page says "Coming soon". `check` is the
 * label of a link to a page where visitors can check the claim.
 */
export const englishClaims = {
  uncensored: {
    text: 'Uncensored answers: no filter of ours between you and the model',
    detail: providerRules,
    isProven: true,
    check: 'Follow one message',
  },
  noPromptLogging: {
    text: 'No prompt logging',
    detail: `${brand}'s log contains an id, a status and a duration, but never your messages or keys.`,
    isProven: true,
    check: 'Who reads which table',
  },
  zeroRetention: {
    text: 'Zero data retention in temporary chats',
    detail: `${brand} never saves a temporary chat, neither in the database nor on your disk. ${providerRules}`,
    isProven: true,
    check: 'What is stored',
  },
  encryptedHistory: {
    text: 'End-to-end encrypted history',
    detail:
      'Once you turn it on, only your own devices can read what is stored. The provider that answers sees your prompt.',
    isProven: true,
    check: 'How it works, and what it does not protect',
  },
  noAccount: {
    text: 'No account required',
    detail:
      'A guest session opens immediately, is yours alone, and is deleted with its chats after 24 hours.',
    isProven: true,
    check: 'Open the demo',
  },
  modelSwitching: {
    text: 'Model switching on the fly',
    detail: 'Pick another model at any point in a chat. Each reply names the model that wrote it.',
    isProven: true,
    check: 'See the models',
  },
  keysInKeychain: {
    text: 'Keys in your keychain',
    detail: "On the desktop, your own provider keys are stored in the operating system's keychain.",
    isProven: true,
    check: 'How the desktop app stores them',
  },
  listedRequests: {
    text: 'Every request listed',
    detail: 'Every request is listed and verified by automated tests.',
    isProven: true,
    check: 'What leaves this device',
  },
  ownChats: {
    text: 'Private and secure',
    detail: `Only your own session can read your chats, and the database checks each request. Administrators cannot, unless you let support see your chats. ${providerRules}`,
    isProven: true,
  },
  inputs: {
    text: 'Images, documents, videos and dictation already work',
    detail:
      'The input shows what will be sent and where your voice goes. Videos are sent as frames and a transcript.',
    isProven: true,
  },
  manyModels: {
    text: 'Multi-model access',
    detail: 'Models from several providers in one list, and your own keys.',
    isProven: true,
  },
  personas: {
    text: 'Custom personas',
    detail: 'Save instructions, a model and starter prompts as a persona, or import character cards.',
    isProven: true,
  },
  inferenceApi: {
    text: 'Workflow integration via API',
    detail: 'Point any OpenAI client at the gateway, with a key that you create and revoke yourself.',
    isProven: true,
  },
  retrieval: {
    text: 'Advanced retrieval',
    detail:
      "Add files to a project. Your device finds the passages for each question, and marks quotations that aren't word for word.",
    isProven: true,
  },
  cardData: {
    text: 'Card data never leaves the form',
    detail: 'It is not sent, stored or logged.',
    isProven: true,
  },
} as const;
