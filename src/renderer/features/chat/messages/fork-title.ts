const numberedTitle = /^(.*) \((\d{1,4})\)$/s;
/** Titles have at most 500 characters, of which some are reserved for the number. */
const maxLength = 400;

/** Returns the title for a copied branch: "Garden", "Garden (2)", "Garden (3)", … */
export function forkTitle(title: string, others: readonly string[]): string {
  const [, base = title] = numberedTitle.exec(title) ?? [];
  const numbers = [title, ...others].map((other) => {
    const match = numberedTitle.exec(other);
    return match?.[1] === base ? Number(match[2]) : 1;
  });
  return `${base.slice(0, maxLength).toWellFormed()} (${Math.max(...numbers) + 1})`;
}
