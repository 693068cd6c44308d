const start = '[REMEMBER:';
/** Matches a code block, or a line `[REMEMBER: …]`. At the end of the text, both may be incomplete. */
const pattern = /^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1|(?![^]))|^\[REMEMBER:(?:(.*)\]\s*?$|.*(?![^]))/gm;

export interface SplitReply {
  readonly text: string;
  readonly proposals: readonly string[];
}

/**
 * Separates the lines `[REMEMBER: …]` from the text of a reply. Such lines in code blocks stay in the text.
 * @param isGrowing true while the reply streams. Then a last line that may become such a line is left out
 */
export function splitProposals(text: string, isGrowing = false): SplitReply {
  const proposals = new Set<string>();
  const rest = text.includes(start)
    ? text.replace(pattern, (found, marks?: string, fact?: string) => {
        if (marks) return found;
        proposals.add(fact?.trim() ?? '');
        return '';
      })
    : text;
  proposals.delete('');
  // While a reply streams, its shown text must never become shorter.
  if (!isGrowing) return { text: rest === text ? text : rest.trimEnd(), proposals: [...proposals] };
  const lineStart = rest.lastIndexOf('\n') + 1;
  return { text: start.startsWith(rest.slice(lineStart)) ? rest.slice(0, lineStart) : rest, proposals: [] };
}
