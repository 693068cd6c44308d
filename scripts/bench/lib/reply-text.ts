const paragraph =
  'Some *ordinary* prose with **bold** words, `code` and [a link](https://a.example), as replies have it.';

/** A part of a reply with all the elements that replies usually contain. */
export const replySection = [
  '## A section',
  paragraph,
  `${paragraph} ${paragraph}`,
  '- one **item**\n- another `item`\n  - inside it\n\n1. first\n2. second',
  '```ts\nexport function add(one: number, other: number): number {\n  return one + other; // the sum\n}\n```',
  '| a | b |\n|---|---|\n| 1 | **2** |\n| 3 | 4 |',
  'It follows that $e^{i\\pi} + 1 = 0$.',
].join('\n\n');

/** Returns a reply of this many characters. */
export const replyOf = (length: number) =>
  `${replySection}\n\n`.repeat(Math.ceil(length / replySection.length)).slice(0, length);
