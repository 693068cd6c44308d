interface Budget {
  /** Size of JS and CSS as transferred, in kB. */
  readonly kilobytes: number;
  readonly requests: number;
  readonly waves: number;
  /** The share of unused JS and CSS, in percent. */
  readonly unused: number;
}

/** The limits of each page. The chat is measured until a message can be typed. */
export const budgets = {
  landing: { kilobytes: 94, requests: 8, waves: 2, unused: 62 },
  'sign-in': { kilobytes: 102, requests: 12, waves: 2, unused: 66 },
  chat: { kilobytes: 208, requests: 15, waves: 2, unused: 66 },
} as const satisfies Readonly<Record<string, Budget>>;

/** Requests to the service from the click on the sign-in button until the chat shows its data. */
export const signInRequests = 3;
