import type { ClaimName } from './claims.ts';

/** Names a test by its file and full title. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

const leaves: Proof = {
  file: 'e2e/web/outgoing-requests.spec.ts',
  title:
    'nothing leaves the device that the page does not list; card, address and own key are not stored elsewhere [CHECKOUT-030, KEY-006, SITE-001, SITE-004]',
};

/**
 * The tests that prove each claim. In a separate file, so that visitors don't download it with the claims.
 */
export const claimProofs: Partial<Readonly<Record<ClaimName, readonly Proof[]>>> = {
  uncensored: [
    {
      file: 'src/shared/providers/unfiltered.test.ts',
      title: 'is sent to the vendor as the user wrote it, and returned as the model wrote it',
    },
  ],
  noPromptLogging: [{ file: 'src/service/service.test.ts', title: 'logs no text, no key and no token' }],
  zeroRetention: [
    {
      file: 'e2e/web/temporary-chat.spec.ts',
      title: 'the text of a temporary chat is in no browser storage and no file of the service',
    },
  ],
  encryptedHistory: [
    { file: 'src/shared/vault/tampering.test.ts', title: 'detects $name' },
    {
      file: 'supabase/tests/encrypted-remains.test.ts',
      title: 'leaves no text in files, backups and the log, not even from before it was turned on',
    },
    {
      file: 'supabase/tests/encrypted-rounds.test.ts',
      title: 'loses no text and shows none to the service, from turning it on to turning it off',
    },
    {
      file: 'e2e/web/encrypted-chats.spec.ts',
      title: 'an existing history is encrypted in the background, and readable wherever it is unlocked',
    },
  ],
  noAccount: [
    {
      file: 'e2e/journeys/chat.web.spec.ts',
      title:
        'a guest enters, gets a streamed reply, still has it after a reload, and signs out [ACCT-033, ACCT-036, CHAT-002, CHAT-081]',
    },
    {
      file: 'src/service/auth/guests.test.ts',
      title: 'sign in without credentials and see only their own rows [AUTH-005]',
    },
    {
      file: 'supabase/tests/retention.test.ts',
      title: 'purges guests after 24 hours with all their data, and no account',
    },
  ],
  modelSwitching: [
    {
      file: 'e2e/journeys/vendors.web.spec.ts',
      title:
        'reply with the chosen model under their key, fail over to each other, within budget and context, even after a reload [CHAT-003, MODEL-002, MODEL-037, PROV-016]',
    },
  ],
  keysInKeychain: [
    {
      file: 'e2e/desktop/own-keys.spec.ts',
      title:
        'an own key is entered, verified, used only by main, still there after a restart, changed and removed [DESK-004, DESK-005, DESK-006, KEY-009]',
    },
  ],
  listedRequests: [leaves],
  ownChats: [
    {
      file: 'supabase/tests/access-matrix.test.ts',
      title: 'lets each caller read exactly what the matrix allows [DATA-042] [ROLE-004] [ROLE-011]',
    },
  ],
  inputs: [
    {
      file: 'e2e/journeys/files.web.spec.ts',
      title: 'files are attached, survive a reload, and reach the vendor without their metadata',
    },
    {
      file: 'e2e/journeys/voice.desktop.spec.ts',
      title: 'speech becomes text at the caret, and goes only where the button says',
    },
    {
      file: 'e2e/journeys/video.web.spec.ts',
      title: 'frames of a video and its transcript reach the vendor, at ${width} px',
    },
  ],
  manyModels: [
    {
      file: 'src/renderer/features/models/model-selection.test.tsx',
      title:
        "adds the models of each vendor with the user's own key, its default first, and names the vendor in requests",
    },
  ],
  personas: [
    {
      file: 'src/renderer/features/chat/personas/personas.test.tsx',
      title: 'starts a chat with the instructions and the model of a persona',
    },
    {
      file: 'src/renderer/features/chat/composer/mention.test.tsx',
      title: 'is chosen from the menu, own ones first, and replies to this message only',
    },
    {
      file: 'src/shared/personas/persona-file.test.ts',
      title: 'of version 1 becomes instructions with its names filled in',
    },
  ],
  inferenceApi: [
    {
      file: 'supabase/tests/functions.test.ts',
      title: 'accepts a key until it is revoked, for completions and models only',
    },
  ],
  retrieval: [
    {
      file: 'e2e/journeys/project-files.web.spec.ts',
      title: 'chats use the files of their project, name their sources, and mark wrong quotations',
    },
  ],
  cardData: [leaves],
  moneyBack: [
    {
      file: 'src/renderer/features/account/AccountPage.test.tsx',
      title: 'shows the last day of the money-back guarantee: %i days after the start, shown %i times',
    },
  ],
};
