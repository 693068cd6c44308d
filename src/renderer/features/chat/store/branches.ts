import type { Message } from '../chat.ts';

/**
 * Returns the messages on this device that the service must have deleted. The active branch lists all versions of its
 * messages, and no message follows its last one.
 */
export function findDeletedMessages(stored: readonly Message[], branch: readonly Message[]): Message[] {
  const byId = new Map([...stored, ...branch].map((row) => [row.id, row]));
  const active = new Set(branch.map(({ id }) => id));
  const leaf = branch.at(-1);
  const versionsAfter = new Map<string | null, ReadonlySet<string>>();
  for (const row of branch)
    if (row.role !== 'system' && row.versions)
      versionsAfter.set(predecessorOf(row, byId), new Set(row.versions));

  const exists = new Map<string, boolean>();
  const stillExists = (row: Message): boolean => {
    if (active.has(row.id)) return true;
    const known = exists.get(row.id);
    if (known !== undefined) return known;
    const parent = row.parentId ? byId.get(row.parentId) : undefined;
    const isReachable = row.parentId === null || (parent !== undefined && stillExists(parent));
    const place = predecessorOf(row, byId);
    const versions = versionsAfter.get(place);
    const isListed =
      row.role === 'system' || (versions ? versions.has(row.id) : place !== (leaf?.id ?? null));
    exists.set(row.id, isReachable && isListed);
    return isReachable && isListed;
  };
  const remaining = stored.filter(stillExists);
  const parents = new Set(remaining.map(({ parentId }) => parentId));
  // A system prompt is deleted together with its message.
  const existing = new Set(
    remaining.filter(({ id, role }) => role !== 'system' || active.has(id) || parents.has(id)),
  );
  return stored.filter((row) => !existing.has(row));
}

/**
 * Returns the id of the message before `row`. A system prompt between the two is skipped, because it belongs to `row`.
 */
export function predecessorOf(row: Message, byId: ReadonlyMap<string, Message>): string | null {
  const parent = row.parentId ? byId.get(row.parentId) : undefined;
  return (parent?.role === 'system' ? parent.parentId : row.parentId) ?? null;
}

/**
 * Returns the newest descendant of a message, or the message itself if it has none. The service chooses it in
 * the same way.
 */
export function newestBelow(message: Message, known: readonly Message[]): Message {
  const below = new Set([message.id]);
  let newest = message;
  for (const row of known.toSorted((a, b) => a.seq - b.seq)) {
    if (!row.parentId || !below.has(row.parentId)) continue;
    below.add(row.id);
    newest = row;
  }
  return newest;
}

/**
 * Returns the branch with another version of one of its messages. Null if that version is not on this device.
 */
export function branchShowing(
  branch: readonly Message[],
  known: readonly Message[],
  messageId: string,
): readonly Message[] | null {
  if (branch.some(({ id }) => id === messageId)) return branch;
  const target = known.find(({ id }) => id === messageId);
  if (!target) return null;
  const byId = new Map([...known, ...branch].map((row) => [row.id, row]));
  const path: Message[] = [];
  let row: Message | undefined = newestBelow(target, known);
  while (row && !branch.includes(row)) {
    path.unshift(row);
    if (row.parentId === null) row = undefined;
    else if (!(row = byId.get(row.parentId ?? ''))) return null;
  }
  const place = row ? branch.indexOf(row) + 1 : 0;
  const replaced = branch.slice(place).find(({ role }) => role !== 'system');
  return [
    ...branch.slice(0, place),
    ...path.map((shown) =>
      shown.role !== 'system' && predecessorOf(shown, byId) === (row?.id ?? null) && replaced?.versions
        ? { ...shown, versions: replaced.versions }
        : shown,
    ),
  ];
}

/**
 * Returns the branch without a message and its descendants. It continues with another version of the message,
 * or ends before it.
 */
export function branchWithout(
  branch: readonly Message[],
  known: readonly Message[],
  messageId: string,
): readonly Message[] {
  const place = branch.findIndex(({ id }) => id === messageId);
  const message = branch[place];
  if (!message) {
    // The message is on another branch, so only the list of versions changes.
    return branch.map((row) =>
      row.versions?.includes(messageId)
        ? { ...row, versions: row.versions.filter((id) => id !== messageId) }
        : row,
    );
  }
  const versions = message.versions?.filter((id) => id !== messageId) ?? [];
  const isPrompted = branch[place - 1]?.role === 'system';
  const before = branch.slice(0, place);
  const other = versions.at(-1);
  if (other !== undefined) {
    const rest = known.filter(({ id }) => id !== messageId);
    const start = isPrompted ? before.slice(0, -1) : before;
    const shown = branchShowing([...start, { ...message, versions }], rest, other);
    if (shown) return shown;
  }
  return before;
}
