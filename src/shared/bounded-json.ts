/** How deep JSON from outside may nest; nothing of ours nests deeper than ten levels. */
export const mostJsonLevels = 64;

/** How deep brackets nest outside of texts. PostgreSQL, and whoever writes JSON again, go through it by recursion. */
export function levelsOf(text: string): number {
  let deepest = 0;
  let level = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') {
      isInText = true;
    } else if (character === '[' || character === '{') {
      level += 1;
      deepest = Math.max(deepest, level);
    } else if (character === ']' || character === '}') {
      level -= 1;
    }
  }
  return deepest;
}

/** Parses JSON from outside. Throws SyntaxError if it is broken or nests too deep. */
export function parseBoundedJson(text: string): unknown {
  if (levelsOf(text) > mostJsonLevels)
    throw new SyntaxError(`JSON nests at most ${mostJsonLevels} levels deep.`);
  return JSON.parse(text);
}
