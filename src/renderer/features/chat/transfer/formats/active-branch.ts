import type { MessageEnd, MessageRole } from '../../chat.ts';

/** A chat on its way in or out, whatever file it comes from or goes to. Times are ISO 8601. */
export interface PortableChat {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  /** The leaf of the branch on screen. */
  readonly activeMessageId: string | null;
  /** All versions, parents before their children. */
  readonly messages: readonly PortableMessage[];
}

export interface PortableMessage {
  readonly id: string;
  /** The message before; null begins the chat. */
  readonly parentId: string | null;
  readonly role: MessageRole;
  readonly content: string;
  readonly status: MessageEnd;
  readonly modelId: string | null;
  readonly vendorId: string | null;
  readonly unavailableVendor: string | null;
  readonly contentFormat: 'plain' | 'encrypted';
  readonly createdAt: string;
}

/** The messages from the first to the active leaf, as the screen shows them. */
export function activeBranch({ messages, activeMessageId }: PortableChat): PortableMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: PortableMessage[] = [];
  const seen = new Set<string>();
  let next = byId.get(activeMessageId ?? '') ?? messages.at(-1);
  while (next && !seen.has(next.id)) {
    seen.add(next.id);
    branch.push(next);
    next = byId.get(next.parentId ?? '');
  }
  return branch.toReversed();
}
