/** The tip is at the center. */
export const leafPath =
  'M16 14.1 C14.7 12.5 10.3 10.6 10.3 6.6 C10.3 4.2 12 2.6 13.7 2.6 C14.9 2.6 15.7 3.3 16 4.3 C16.3 3.3 17.1 2.6 18.3 2.6 C20 2.6 21.7 4.2 21.7 6.6 C21.7 10.6 17.3 12.5 16 14.1 Z';
/** In degrees. The leaves are diagonal, to leave space for the stem. */
export const leafTurns = [45, 135, 225, 315] as const;
export const stemPath = 'M16 17 C16.2 21.8 17.2 26 20.2 29.6';
