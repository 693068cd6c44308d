import type { Chat, Message } from '../chat.ts';
import { branchShowing, branchWithout } from '../store/branches.ts';
import type { ChatOperation, Operation } from './operation.ts';

export function chatsWith(chats: readonly Chat[], operations: readonly Operation[]): readonly Chat[] {
  return operations
    .filter((operation) => !waitsForMessage(operation, operations))
    .reduce(applyToChats, chats);
}

/**
 * True if the operation archives a chat that still has messages to send. The chat stays in the list until
 * they are sent, so that the user sees them.
 */
const waitsForMessage = (operation: Operation, operations: readonly Operation[]): boolean =>
  operation.kind === 'archive' &&
  operation.archivedAt !== null &&
  operations.some((other) => other.kind === 'send' && other.chatId === operation.chatId);

function applyToChats(chats: readonly Chat[], operation: Operation): readonly Chat[] {
  if (operation.kind === 'library') return chats;
  if (operation.kind === 'delete') return chats.filter(({ id }) => id !== operation.chatId);
  const change = changeOf(operation);
  return change ? chats.map((chat) => (chat.id === operation.chatId ? { ...chat, ...change } : chat)) : chats;
}

/** Returns the values of the chat that the operation changes. Null if it changes something else. */
export function changeOf(operation: ChatOperation): Partial<Chat> | null {
  switch (operation.kind) {
    case 'rename':
      return { title: operation.title };
    case 'pin':
      return { pinnedAt: operation.pinnedAt };
    case 'move':
      return { projectId: operation.projectId };
    case 'model':
      return { model: operation.model };
    case 'parameters':
      return { parameters: operation.parameters };
    case 'archive':
      return { archivedAt: operation.archivedAt };
    // A message unarchives its chat.
    case 'send':
      return { archivedAt: null };
    case 'delete':
    case 'show-version':
    case 'delete-version':
      return null;
  }
}

/**
 * Returns a chat's branch with the user's unconfirmed changes.
 *
 * @param known all of the chat's messages on this device. Some versions may be missing
 */
export function applyToBranch(
  branch: readonly Message[],
  known: readonly Message[],
  operations: readonly Operation[],
): readonly Message[] {
  let remaining = known;
  return operations.reduce((changed, operation) => {
    if (operation.kind === 'show-version')
      return branchShowing(changed, remaining, operation.messageId) ?? changed;
    if (operation.kind !== 'delete-version') return changed;
    remaining = remaining.filter(({ id }) => id !== operation.messageId);
    return branchWithout(changed, remaining, operation.messageId);
  }, branch);
}

export const changesBranch = ({ kind }: Operation): boolean =>
  kind === 'show-version' || kind === 'delete-version';
