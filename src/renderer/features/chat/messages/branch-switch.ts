import type { ShownMessage } from '../turn/shown-messages.ts';

export type BranchMessage = Pick<ShownMessage, 'id' | 'role' | 'versions' | 'chatId'>;

/** True if the conversation now shows another existing version instead of a new message. */
export function isSwitched(before: readonly BranchMessage[], after: readonly BranchMessage[]): boolean {
  const place = before.findIndex(({ id }, index) => after[index]?.id !== id);
  const other = after[place]?.id;
  return other !== undefined && before[place]?.versions?.includes(other) === true;
}
