/** A document whose text is sent with a message. */
export interface AttachedText {
  readonly name: string;
  readonly text: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeAttribute = (name: string) =>
  name.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/**
 * Builds a message for the model: each document in a tag with its name, then the user's text. The number in the tags
 * doesn't occur in any of the texts, so a document cannot contain its own closing tag. The same input always gives the
 * same text, so that vendors can cache the beginning of a conversation.
 */
export function withAttachedTexts(text: string, documents: readonly AttachedText[]): string {
  const everything = [text, ...documents.flatMap((document) => [document.name, document.text])];
  const usedNumbers = new Set(
    everything.flatMap((each) =>
      [...each.matchAll(/document-(\d{1,9})/gi)].map(([, digits]) => Number(digits)),
    ),
  );
  let number = 0;
  const fenced = documents.map((document) => {
    do number += 1;
    while (usedNumbers.has(number));
    const tag = `document-${number}`;
    return `<${tag} name="${escapeAttribute(document.name)}">\n${document.text}\n</${tag}>`;
  });
  return [...fenced, text].filter((each) => each !== '').join('\n\n');
}

/** Anthropic scales larger images down to this many pixels on the longer side. */
const longestSide = 1568;
export const maxImageTokens = 1600;
const pixelsPerToken = 750;

/** Estimates by Anthropic's rule. Gemini counts fewer tokens, OpenAI fewer or more. */
export function imageTokens(width: number, height: number): number {
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  return Math.min(Math.ceil((width * scale * height * scale) / pixelsPerToken), maxImageTokens);
}
