import { demoPath, paths } from '../../lib/paths.ts';
import { planFacts } from '../../lib/plan-texts.ts';
import { claimTexts } from './claim-texts.ts';

export interface Claim {
  readonly text: string;
  readonly detail: string;
  readonly isProven: boolean;
  readonly check?: string;
}

/**
 * Every claim on the site (english-claims.ts). Pages use these texts; `claims.test.ts` fails if a page promises
 * anything else or a proof is missing.
 */
export const claims = {
  ...claimTexts,
  moneyBack: {
    get text() {
      return planFacts.moneyBack();
    },
    detail: 'Cancel in time in your settings, and you pay nothing.',
    isProven: true,
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;

/** Claims in the landing page's second section [SITE-037], with the page where visitors can check each. */
export const landingClaims: readonly (readonly [name: ClaimName, checkPath?: string])[] = [
  ['uncensored', `${paths.docs}/architecture#one-message-from-key-press-to-database`],
  ['noPromptLogging', `${paths.docs}/data-model`],
  ['zeroRetention', paths.privacy],
  ['encryptedHistory', `${paths.docs}/encryption`],
  ['noAccount', demoPath],
  ['modelSwitching', `${paths.features}#models`],
  ['keysInKeychain', `${paths.docs}/desktop`],
  ['listedRequests', `${paths.privacy}#leaves`],
];
