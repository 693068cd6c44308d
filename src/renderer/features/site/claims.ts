import { brand } from '../../../shared/brand.ts';

export interface Claim {
  readonly text: string;
  readonly detail: string;
  /** Whether a test proves it (claim-proofs.ts); the page says "Coming soon" beside what none does. */
  readonly isProven: boolean;
}

/**
 * Every claim that the site makes about privacy and openness [SITE-006..011, SITE-015, SITE-016]. The wording is
 * what the product keeps; `claims.test.ts` fails when a proof is gone.
 */
export const claims = {
  uncensored: {
    text: 'Uncensored answers',
    detail:
      'No filter of ours stands between you and the model. The provider that answers has its own rules.',
    isProven: true,
  },
  noPromptLogging: {
    text: 'No prompt logging',
    detail: `The log of ${brand} holds an id, a status and a duration. Never your words, never a key.`,
    isProven: true,
  },
  zeroRetention: {
    text: 'Zero data retention in temporary chats',
    detail: `A temporary chat is never written by ${brand}: not to the database, not to your disk. The provider that answers has its own rules.`,
    isProven: true,
  },
  encryptedHistory: {
    text: 'End-to-end encrypted history',
    detail: 'Chats that only your own devices can read.',
    isProven: false,
  },
  noAccount: {
    text: 'No account required',
    detail: 'A guest session opens at once, is yours alone, and is removed after 24 hours.',
    isProven: true,
  },
  modelSwitching: {
    text: 'Model switching on the fly',
    detail: 'Pick another model in the middle of a chat. The footer of a reply names the one that answered.',
    isProven: true,
  },
  keysInKeychain: {
    text: 'Keys in your keychain',
    detail: 'On the desktop your own provider keys lie in the keychain of the operating system.',
    isProven: true,
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;
