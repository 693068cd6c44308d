const start = '[REMEMBER:';
/** A code block, or a line that may be cut at the end of the text. */
const pattern = /^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1|(?![^]))|^\[REMEMBER:(?:(.*)\]\s*?$|.*(?![^]))/gm;

export interface SplitReply {
  readonly text: string;
  readonly proposals: readonly string[];
}

/**
 * Takes the lines `[REMEMBER: …]` out of a reply. Those in code blocks are part of its text.
 *
 * @param isGrowing true if the last line may be incomplete. It is left out while it can become such a line
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
  // While a reply grows, its shown text must only grow too.
  if (!isGrowing) return { text: rest === text ? text : rest.trimEnd(), proposals: [...proposals] };
  const lineStart = rest.lastIndexOf('\n') + 1;
  return { text: start.startsWith(rest.slice(lineStart)) ? rest.slice(0, lineStart) : rest, proposals: [] };
}
