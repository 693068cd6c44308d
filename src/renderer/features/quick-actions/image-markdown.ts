import { cutGraphemes } from '../../../shared/domain/graphemes.ts';

const altLength = 200;

/** Signs that could end the alternative text early or make it something else than text. */
const signs: Readonly<Record<string, string>> = { '[': '(', ']': ')', '<': '‹', '>': '›' };

/**
 * The message that shows an image of ours. Only the id of the address is taken over: a message must name no other
 * host, and stays good where the service moves. Throws when the address is not that of an image of ours.
 */
export function imageMarkdown(imageUrl: string, description: string): string {
  const id = /\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(imageUrl)?.[1];
  if (!id) throw new Error('This is not the address of an image of ours.');
  const line = description
    .replace(/[\\`$\s]+/g, ' ')
    .replace(/[[\]<>]/g, (sign) => signs[sign] ?? ' ')
    .trim();
  const { text, isCut } = cutGraphemes(line, altLength);
  return `![${isCut ? `${text}…` : text}](/functions/v1/images/${id.toLowerCase()})`;
}
