import { cutGraphemes } from '../domain/graphemes.ts';

const altLength = 200;

/** Characters that could end the alternative text or be read as Markdown. */
const escapedCharacters: Readonly<Record<string, string>> = { '[': '(', ']': ')', '<': '‹', '>': '›' };

/**
 * Creates the message that shows a created image. Its URL has no host, so that it still works after the service has
 * moved. Throws if the URL is not one of our images.
 */
export function imageMarkdown(imageUrl: string, description: string): string {
  const id = /\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(imageUrl)?.[1];
  if (!id) throw new Error('This is not the URL of a created image.');
  const line = description
    .replace(/[\\`$\s]+/g, ' ')
    .replace(/[[\]<>]/g, (sign) => escapedCharacters[sign] ?? ' ')
    .trim();
  const { text, isCut } = cutGraphemes(line, altLength);
  return `![${isCut ? `${text}…` : text}](/functions/v1/images/${id.toLowerCase()})`;
}
