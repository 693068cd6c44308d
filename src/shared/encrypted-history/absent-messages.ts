import { type HeadMessage, pathFrom } from '../vault/chat-head.ts';

/** The end of a chat's active branch, as the service has returned it, in reading order. */
export interface ShownRows {
  readonly messages: readonly (HeadMessage & {
    /** False if its text failed verification, or it has none: then its parent is not authenticated. */
    readonly isVerified: boolean;
  })[];
  /** Whether the service has no earlier messages. */
  readonly isWhole: boolean;
}

export interface AbsentMessages {
  /** How many messages are missing from the branch. */
  readonly absent: number;
  /** Messages that are not on the branch. Whether the chat has them must be queried. */
  readonly hidden: readonly HeadMessage[];
}

/**
 * Compares a branch with the messages that the chat must have. Each message names the one before it, which its envelope
 * authenticates, so a message can't be left out between two others.
 */
export function findAbsentMessages(
  expected: readonly HeadMessage[],
  { messages: rows, isWhole }: ShownRows,
): AbsentMessages {
  const shown = new Set(rows.map(({ id }) => id));
  const missing = new Map(
    expected.filter(({ id }) => !shown.has(id)).map((message) => [message.id, message]),
  );
  const parents = new Map(expected.map(({ id, parentId }) => [id, parentId]));
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return { absent: isWhole ? missing.size : 0, hidden: [] };

  const absent = new Set<string>();
  /** The message that another one follows, and those before it. The branch doesn't contain it. */
  const addBefore = (id: string) => {
    absent.add(id);
    for (const message of pathFrom(id, missing)) absent.add(message.id);
  };
  for (const [index, { id, parentId }] of rows.entries()) {
    // A reply can be made up by anyone who knows the public key, also one that follows another message.
    const known = parents.get(id);
    if (typeof known === 'string' && known !== parentId) addBefore(known);
    const previous = rows[index - 1];
    const isStart = index === 0;
    if (parentId !== null && !shown.has(parentId) && (!isStart || isWhole)) addBefore(parentId);
    // A message that claims to be the first one, or to follow an earlier one, is in the wrong place.
    else if (previous && parentId !== previous.id) absent.add(previous.id);
  }
  const before = parents.get(first.id) ?? (first.isVerified ? first.parentId : null);
  const earlier = new Set(isWhole ? [] : pathFrom(before, missing).map(({ id }) => id));
  const hidden: HeadMessage[] = [];
  for (const message of missing.values()) {
    if (absent.has(message.id) || earlier.has(message.id)) continue;
    const path = pathFrom(message.id, missing);
    // The branch ends with its last message, so nothing follows it.
    if (path.at(-1)?.parentId === last.id) absent.add(message.id);
    else hidden.push(message);
  }
  return { absent: absent.size, hidden };
}
