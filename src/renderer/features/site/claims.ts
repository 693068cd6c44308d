import { brand } from '../../../shared/brand.ts';

/** The test that shows a claim to be true: its file from the project's root, and its whole title. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

export interface Claim {
  readonly text: string;
  readonly detail: string;
  /** Null while nothing proves it: the page then says "Coming soon" beside it. */
  readonly proof: Proof | null;
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
    proof: {
      file: 'src/shared/providers/unfiltered.test.ts',
      title: 'goes to the vendor as the person wrote it, and comes back as the model wrote it',
    },
  },
  noPromptLogging: {
    text: 'No prompt logging',
    detail: `The log of ${brand} holds an id, a status and a duration. Never your words, never a key.`,
    proof: { file: 'src/service/service.test.ts', title: 'logs no text, no key and no token' },
  },
  zeroRetention: {
    text: 'Zero data retention in temporary chats',
    detail: `A temporary chat is never written by ${brand}: not to the database, not to your disk. The provider that answers has its own rules.`,
    proof: {
      file: 'e2e/web/temporary-chat.spec.ts',
      title: 'a temporary chat leaves its text in no store of the browser and in no file of the service',
    },
  },
  encryptedHistory: {
    text: 'End-to-end encrypted history',
    detail: 'Chats that only your own devices can read.',
    proof: null,
  },
  noAccount: {
    text: 'No account required',
    detail: 'A guest session opens at once, is yours alone, and is removed after 24 hours.',
    proof: {
      file: 'src/service/auth/guests.test.ts',
      title: 'enter with data alone, each with rows of their own [AUTH-005]',
    },
  },
  modelSwitching: {
    text: 'Model switching on the fly',
    detail: 'Pick another model in the middle of a chat. The footer of a reply names the one that answered.',
    proof: {
      file: 'src/renderer/features/models/choose-models.test.ts',
      title: 'is the chosen one while it is listed and open, else the default [MODEL-025]',
    },
  },
  keysInKeychain: {
    text: 'Keys in your keychain',
    detail: 'On the desktop your own provider keys lie in the keychain of the operating system.',
    proof: {
      file: 'e2e/desktop/keychain.spec.ts',
      title:
        'a key lives in the keychain of the system, over restarts, until it is deleted [DESK-004, DESK-005]',
    },
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;
