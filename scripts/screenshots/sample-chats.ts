/** A question and its reply, for pictures. */
export interface Exchange {
  readonly question: string;
  readonly reply: string;
}

const lines = (...texts: readonly string[]) => texts.join('\n');

export const shorter: readonly Exchange[] = [
  { question: 'Names for a reading circle', reply: 'Seven, from plain to odd.' },
  {
    question: 'Why is the query slow?',
    reply: 'It reads every row: the index begins with the other column.',
  },
];

export const lisbon: Exchange = {
  question: 'Plan two days in Lisbon for someone who hates queues',
  reply: lines(
    'Start early, end high, and book nothing that has a turnstile.',
    '',
    '**Saturday**',
    '',
    '1. Alfama before nine, while the trams are still empty',
    '2. Lunch at a market counter, not at the viewpoint',
    '3. The botanical garden in the heat of the afternoon',
    '',
    '| Instead of | Take |',
    '| --- | --- |',
    '| Tram 28 | Tram 24, the same hills |',
    '| Belém tower | The riverside walk at dusk |',
  ),
};

export const text: Exchange = {
  question: 'Explain the difference between a lease and a license, briefly.',
  reply: lines(
    'A **lease** gives you the place for a time. A **license** only lets you be there.',
    '',
    '| | Lease | License |',
    '| --- | --- | --- |',
    '| You can keep others out | Yes, even the owner | No |',
    '| It ends | With its term | With the permission |',
    '| Typical | A flat | A hotel room |',
    '',
    'The name on the paper does not decide it. What you may do does.',
  ),
};

export const code: Exchange = {
  question: 'Group these rows by day, in SQL.',
  reply: lines(
    'One row for each day, the oldest first:',
    '',
    '```sql',
    "select date_trunc('day', created_at) as day,",
    '       count(*) as messages',
    'from events',
    'group by day',
    'order by day;',
    '```',
    '',
    'Days without a row are missing. Join `generate_series` if you need them.',
  ),
};

export const characters: Exchange = {
  question: '[SYSTEM: You are a patient chess coach.]\n\nWhy did I lose this endgame?',
  reply: lines(
    'You had the opposition two moves earlier and let it go. Put your king **in front of** the pawn, not behind it.',
    '',
    '> Kings first, then pawns.',
    '',
    'Set up the board again and play Black: you will see it.',
  ),
};
