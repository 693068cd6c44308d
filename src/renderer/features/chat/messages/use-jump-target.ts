import { useState } from 'react';
import type { JumpTarget } from './use-jump.ts';

/** Returns the latest target: the message in the URL, or the message that the user chose in the conversation. */
export function useJumpTarget(linked: JumpTarget | null) {
  const [own, setOwn] = useState<{ readonly target: JumpTarget; readonly over: string | undefined }>();
  const jumpTo = (place: Pick<JumpTarget, 'id' | 'offset'>) =>
    setOwn({ target: { ...place, visit: crypto.randomUUID(), isWanted: true }, over: linked?.visit });
  return { target: own && own.over === linked?.visit ? own.target : linked, jumpTo };
}
