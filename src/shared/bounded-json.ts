/** How deeply external JSON may nest. Our own JSON has at most ten levels. */
export const maxJsonLevels = 64;

/**
 * Returns the index of the quote that closes a string, or the end of the text. `from` is the index after the opening
 * quote. A quote after an odd number of backslashes is escaped.
 */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\' && quote - 1 - backslashes >= from) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

/**
 * Returns how deeply brackets nest outside strings. PostgreSQL and JSON.stringify recurse, so deep nesting could
 * overflow their stacks.
 */
export function nestingDepth(text: string): number {
  let deepest = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      // Skips strings quickly, because images are strings of many megabytes.
      at = endOfString(text, at + 1);
    } else if (character === '[' || character === '{') {
      level += 1;
      deepest = Math.max(deepest, level);
    } else if (character === ']' || character === '}') {
      level -= 1;
    }
  }
  return deepest;
}

/** Throws SyntaxError if the JSON is invalid or nests too deeply. */
export function parseBoundedJson(text: string): unknown {
  if (nestingDepth(text) > maxJsonLevels)
    throw new SyntaxError(`JSON nests at most ${maxJsonLevels} levels deep.`);
  return JSON.parse(text);
}
