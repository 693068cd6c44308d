interface Budget {
  /** JS and CSS as transferred. */
  readonly kilobytes: number;
  readonly requests: number;
  readonly waves: number;
  /** Percent of JS and CSS. */
  readonly unused: number;
}

/** What pages may cost. The chat counts until a message can be typed. */
export const budgets = {
  landing: { kilobytes: 101, requests: 15, waves: 2, unused: 62 },
  'sign-in': { kilobytes: 158, requests: 32, waves: 4, unused: 70 },
  chat: { kilobytes: 306, requests: 83, waves: 4, unused: 65 },
} as const satisfies Readonly<Record<string, Budget>>;

/** Requests to the service from the sign-in button to the chat with its data. */
export const signInRequests = 20;
