// The limits of `npm run budget` and `npm run bench`.

interface Budget {
  /** The transferred size of JS and CSS, in kB. */
  readonly kilobytes: number;
  readonly requests: number;
  readonly waves: number;
  /** The share of unused JS and CSS, in percent. */
  readonly unused: number;
}

/** The landing page is measured before and after its first interaction, the chat until a message can be typed. */
export const budgets = {
  landing: { kilobytes: 10, requests: 3, waves: 1, unused: 62 },
  'landing in use': { kilobytes: 95, requests: 8, waves: 2, unused: 62 },
  'sign-in': { kilobytes: 99, requests: 10, waves: 2, unused: 65 },
  chat: { kilobytes: 212, requests: 15, waves: 2, unused: 66 },
} as const satisfies Readonly<Record<string, Budget>>;

/**
 * Targets of `npm run bench`, lower than the limits above, which only prevent growth: the size of the landing page in
 * use, in kB, and the share of unused code of sign-in, in percent.
 */
export const goals = { landingInUse: 75, signInUnused: 50 } as const;

/** The number of requests to the service from the click on the sign-in button until the chat shows its data. */
export const signInRequests = 3;
