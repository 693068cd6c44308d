import { type HeadMessage, pathFrom } from '../vault/chat-head.ts';

/** The last messages of a chat's active branch as the service returned them, oldest first. */
export interface ShownRows {
  readonly messages: readonly (HeadMessage & {
    /** False if its text is missing or failed verification, because its parent is then not authenticated. */
    readonly isVerified: boolean;
  })[];
  /** Whether the service has no earlier messages. */
  readonly isWhole: boolean;
}

export interface AbsentMessages {
  readonly absent: number;
  /** Missing messages that may be on other branches. The caller must check whether the chat still has them. */
  readonly hidden: readonly HeadMessage[];
}

/**
 * Compares a branch with the messages that the chat must have. Each message names its parent, and its envelope
 * authenticates that name, so the service can't leave out a message between two others.
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
  /** Adds a missing parent and its own missing ancestors. */
  const addBefore = (id: string) => {
    absent.add(id);
    for (const message of pathFrom(id, missing)) absent.add(message.id);
  };
  for (const [index, { id, parentId }] of rows.entries()) {
    // Anyone who knows the public key can forge a reply, even with another parent, so the known parent counts.
    const known = parents.get(id);
    if (typeof known === 'string' && known !== parentId) addBefore(known);
    const previous = rows[index - 1];
    const isStart = index === 0;
    if (parentId !== null && !shown.has(parentId) && (!isStart || isWhole)) addBefore(parentId);
    // It names an earlier row or none as its parent, so the row before it is in the wrong place.
    else if (previous && parentId !== previous.id) absent.add(previous.id);
  }
  const before = parents.get(first.id) ?? (first.isVerified ? first.parentId : null);
  const earlier = new Set(isWhole ? [] : pathFrom(before, missing).map(({ id }) => id));
  const hidden: HeadMessage[] = [];
  for (const message of missing.values()) {
    if (absent.has(message.id) || earlier.has(message.id)) continue;
    const path = pathFrom(message.id, missing);
    // The branch ends with its last message, so a message that follows it should have been returned.
    if (path.at(-1)?.parentId === last.id) absent.add(message.id);
    else hidden.push(message);
  }
  return { absent: absent.size, hidden };
}
