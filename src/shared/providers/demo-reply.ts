import { brand } from '../brand.ts';
import { cutGraphemes } from '../domain/graphemes.ts';

/** The demo repeats at most this many characters of a message. */
const echoLength = 400;

const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

function quote(text: string): string {
  const { text: echo, isCut } = cutGraphemes(text, echoLength);
  return `${echo}${isCut ? ' …' : ''}`
    .split(/\r\n|[\n\r]/)
    .map((line) => `> ${line}`)
    .join('\n');
}

const describeMessage = (message: string, pictures: number): string =>
  [
    ...(message.trim() === '' ? [] : [quote(message)]),
    ...(pictures === 0 ? [] : [pictures === 1 ? '*With 1 image.*' : `*With ${pictures} images.*`]),
  ].join('\n\n');

/**
 * Builds the demo vendor's reply: a notice, the user's message with the number of its images, and examples of
 * formatting. The same message always gets the same reply.
 */
export function demoReply(message: string, pictures = 0): string {
  const words = countWords(message);
  return `**This is a demonstration.** No language model is connected to ${brand} yet, so this is not an answer. The service received your message and returned it:

${describeMessage(message, pictures)}

Real replies look like this:

- They appear while they are being written, and *Stop* ends them immediately.
- They can contain \`inline code\`, **emphasis** and [links](https://example.com).
- They are saved in your history, except in temporary chats.

\`\`\`typescript
const message = { words: ${words}, characters: ${message.length} };
console.log(\`Received \${message.words} words.\`);
\`\`\`

| What | Count |
| --- | ---: |
| Words | ${words} |
| Characters | ${message.length} |

To get real replies, an administrator connects a provider in the Admin Panel, under API providers.`;
}
