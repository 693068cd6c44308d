import type { ClaimName } from './claims.ts';

/** The test that shows a claim to be true: its file from the project's root, and its whole title. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

/** Which test proves which claim. Beside the claims, because visitors read those and need not fetch these. */
export const claimProofs: Partial<Readonly<Record<ClaimName, Proof>>> = {
  uncensored: {
    file: 'src/shared/providers/unfiltered.test.ts',
    title: 'goes to the vendor as the person wrote it, and comes back as the model wrote it',
  },
  noPromptLogging: { file: 'src/service/service.test.ts', title: 'logs no text, no key and no token' },
  zeroRetention: {
    file: 'e2e/web/temporary-chat.spec.ts',
    title: 'a temporary chat leaves its text in no store of the browser and in no file of the service',
  },
  noAccount: {
    file: 'src/service/auth/guests.test.ts',
    title: 'enter with data alone, each with rows of their own [AUTH-005]',
  },
  modelSwitching: {
    file: 'src/renderer/features/models/choose-models.test.ts',
    title: 'is the chosen one while it is listed and open, else the default [MODEL-025]',
  },
  keysInKeychain: {
    file: 'e2e/desktop/own-keys.spec.ts',
    title:
      "a key of one's own: entered, verified, used by main alone, there after a restart, changed and removed [DESK-004, DESK-005, DESK-006, KEY-001, KEY-007, KEY-009, KEY-010, KEY-011]",
  },
};
