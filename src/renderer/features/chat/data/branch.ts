import type { Message } from '../chat.ts';

/**
 * Adds stored rows to the branch on screen, after their parent; the messages that followed the parent become
 * another version. Null if the parent is not loaded.
 */
export function branchWith(branch: readonly Message[], rows: readonly Message[]): readonly Message[] | null {
  const known = new Set(branch.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  const first = fresh[0];
  if (!first) return branch;
  const end = endOf(branch, first);
  if (end === null) return null;
  const replaced = branch.slice(end).find(isShown);
  const place = fresh.findIndex(isShown);
  return [
    ...branch.slice(0, end),
    ...fresh.map((row, index): Message => ({
      ...row,
      versions: [...((index === place && replaced?.versions) || []), ...(isShown(row) ? [row.id] : [])],
    })),
  ];
}

/** Replaces the end of the branch on screen by a newly loaded one. Null if they don't overlap. */
export function branchEndingIn(
  branch: readonly Message[],
  end: readonly Message[],
): readonly Message[] | null {
  const first = end[0];
  if (!first) return [];
  const place = branch.findIndex(({ id }) => id === first.id);
  const length = place >= 0 ? place : endOf(branch, first);
  return length === null ? null : [...branch.slice(0, length), ...end];
}

/** The number of messages before a message. Without a parent id, it comes last. */
function endOf(branch: readonly Message[], { parentId }: Message): number | null {
  if (parentId === undefined) return branch.length;
  if (parentId === null) return 0;
  const place = branch.findIndex(({ id }) => id === parentId);
  return place < 0 ? null : place + 1;
}

const isShown = ({ role }: Message): boolean => role !== 'system';
