/** How deep JSON from outside may nest; ours nests at most ten levels. */
export const mostJsonLevels = 64;

/** How deep brackets nest outside strings. PostgreSQL and JSON.stringify recurse, so deep nesting could crash them. */
export function levelsOf(text: string): number {
  let deepest = 0;
  let level = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === '[' || character === '{') {
      level += 1;
      deepest = Math.max(deepest, level);
    } else if (character === ']' || character === '}') {
      level -= 1;
    }
  }
  return deepest;
}

/** Throws SyntaxError if the JSON is invalid or nests too deep. */
export function parseBoundedJson(text: string): unknown {
  if (levelsOf(text) > mostJsonLevels)
    throw new SyntaxError(`JSON nests at most ${mostJsonLevels} levels deep.`);
  return JSON.parse(text);
}
