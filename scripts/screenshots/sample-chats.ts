export interface Exchange {
  readonly question: string;
  readonly reply: string;
}

const lines = (...texts: readonly string[]) => texts.join('\n');

export const shorterChat: readonly Exchange[] = [
  { question: 'Names for a reading circle', reply: 'Seven, from plain to odd.' },
  {
    question: 'Why is the query slow?',
    reply: 'It reads every row: the index begins with the other column.',
  },
];

export const lisbonChat: Exchange = {
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

export const textChat: Exchange = {
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

export const codeChat: Exchange = {
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

export const charactersChat: Exchange = {
  question: '[SYSTEM: You are a patient chess coach.]\n\nWhy did I lose this endgame?',
  reply: lines(
    'You had the opposition two moves earlier and let it go. Put your king **in front of** the pawn, not behind it.',
    '',
    '> Kings first, then pawns.',
    '',
    'Set up the board again and play Black: you will see it.',
  ),
};

export const sampleReplies: readonly Exchange[] = [...shorterChat, lisbonChat, textChat];

export const tableChat: Exchange = {
  question: 'Compare the three roots of x³ = 1',
  reply: lines(
    'All three are on the unit circle, $120°$ apart:',
    '',
    '$$x_k = e^{2\\pi i k / 3}, \\quad k = 0, 1, 2$$',
    '',
    '| Root | Real part | Imaginary part | Angle | Remark |',
    '| --- | ---: | ---: | ---: | --- |',
    '| $x_0$ | 1 | 0 | 0° | The only real one |',
    '| $x_1$ | −0.5 | 0.866 | 120° | Conjugate of the third |',
    '| $x_2$ | −0.5 | −0.866 | 240° | Conjugate of the second |',
    '',
    '- [x] Their sum is $0$',
    '- [ ] Their product is left to you',
  ),
};

export const rightToLeftChat: Exchange = {
  question: 'اكتب لي عن النفل',
  reply: lines(
    'النفل نبات من الفصيلة البقولية، له **ثلاث** ورقات في العادة.',
    '',
    '- الورقة الأولى للأمل',
    '- والثانية للإيمان',
    '',
    'استعمل `npm start` لتشغيل البرنامج.',
  ),
};

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

export const wideChat: Exchange = {
  question: `What is a ${longWord}${longWord.toLowerCase()}?`,
  reply: lines(
    `A word: ${longWord}${longWord}${longWord}.`,
    '',
    `https://example.com/${longWord}/${longWord}/${longWord}?query=${longWord}`,
    '',
    '```ts',
    `const ${longWord} = '${longWord}'; // ${longWord}`,
    '```',
  ),
};

export const exchanges: readonly Exchange[] = [
  ...sampleReplies,
  codeChat,
  charactersChat,
  tableChat,
  rightToLeftChat,
  wideChat,
];
