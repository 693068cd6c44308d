import { brand } from '../../../shared/brand.ts';
import { demoPath, paths } from '../../lib/paths.ts';
import { planFacts } from '../../lib/plan-texts.ts';

export interface Claim {
  readonly text: string;
  readonly detail: string;
  /** True if a test proves the claim (claim-proofs.ts). Otherwise the page says "Coming soon". */
  readonly isProven: boolean;
  /** Where visitors can check the claim. */
  readonly check?: { readonly label: string; readonly to: string };
}

/** Shown with every claim about privacy [SITE-015]. */
export const providerRules = 'The provider that answers has its own rules.';

/**
 * Every claim on the site [SITE-006..011, SITE-015, SITE-016]. Pages use these texts; `claims.test.ts` fails
 * if a page promises anything else or a proof is missing.
 */
export const claims = {
  uncensored: {
    text: 'Uncensored answers: no filter of ours between you and the model',
    detail: providerRules,
    isProven: true,
    check: {
      label: 'Follow one message',
      to: `${paths.docs}/architecture#one-message-from-key-press-to-database`,
    },
  },
  noPromptLogging: {
    text: 'No prompt logging',
    detail: `${brand}'s log contains an id, a status and a duration, but never your messages or keys.`,
    isProven: true,
    check: { label: 'Who reads which table', to: `${paths.docs}/data-model` },
  },
  zeroRetention: {
    text: 'Zero data retention in temporary chats',
    detail: `${brand} never saves a temporary chat, neither in the database nor on your disk. ${providerRules}`,
    isProven: true,
    check: { label: 'What is stored', to: paths.privacy },
  },
  encryptedHistory: {
    text: 'End-to-end encrypted history',
    detail: 'Chats that only your own devices can read.',
    isProven: false,
  },
  noAccount: {
    text: 'No account required',
    detail:
      'A guest session opens immediately, is yours alone, and is deleted with its chats after 24 hours.',
    isProven: true,
    check: { label: 'Open the demo', to: demoPath },
  },
  modelSwitching: {
    text: 'Model switching on the fly',
    detail: 'Pick another model at any point in a chat. Each reply names the model that wrote it.',
    isProven: true,
    check: { label: 'See the models', to: `${paths.features}#models` },
  },
  keysInKeychain: {
    text: 'Keys in your keychain',
    detail: "On the desktop, your own provider keys are stored in the operating system's keychain.",
    isProven: true,
    check: { label: 'How the desktop app stores them', to: `${paths.docs}/desktop` },
  },
  listedRequests: {
    text: 'Every request listed',
    detail: 'Every request is listed and verified by automated tests.',
    isProven: true,
    check: { label: 'What leaves this device', to: `${paths.privacy}#leaves` },
  },
  ownChats: {
    text: 'Private and secure',
    detail: `Only your own session can read your chats, and the database checks each request. Administrators cannot, unless you let support see your chats. ${providerRules}`,
    isProven: true,
  },
  inputs: {
    text: 'Images, documents and dictation already work',
    detail: "The input shows what will be sent and where your voice goes. Video isn't supported yet.",
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
    detail: 'Answers from your own knowledge base.',
    isProven: false,
  },
  cardData: {
    text: 'Card data never leaves the form',
    detail: 'It is not sent, stored or logged.',
    isProven: true,
  },
  moneyBack: {
    text: planFacts.moneyBack(),
    detail: 'Cancel in time in your settings, and you pay nothing.',
    isProven: true,
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;

/** Claims in the landing page's second section [SITE-037]. */
export const landingClaims: readonly Claim[] = [
  claims.uncensored,
  claims.noPromptLogging,
  claims.zeroRetention,
  claims.encryptedHistory,
  claims.noAccount,
  claims.modelSwitching,
  claims.keysInKeychain,
  claims.listedRequests,
];
