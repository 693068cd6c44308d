/** The number of single characters to insert, remove or replace to get from one word to the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, character] of one.split('').entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (character === other[column] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name that is closest to a mistyped one. */
export const nearestName = (name: string, known: readonly string[]): string | undefined =>
  known.toSorted((one, other) => distance(name, one) - distance(name, other))[0];
