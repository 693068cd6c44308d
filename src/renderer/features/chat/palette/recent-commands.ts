import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage.ts';

const idsSchema = z.array(z.string());
const MAX_COMMANDS = 8;

const recentCommandsKey = (userId: string) => `clover-commands:${userId}` as const;

/** Returns the ids of recently used commands on this device, latest first. */
export function recentCommands(userId: string): readonly string[] {
  try {
    return idsSchema.parse(JSON.parse(readStored(recentCommandsKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberCommand(userId: string, id: string): void {
  const otherIds = recentCommands(userId).filter((other) => other !== id);
  writeStored(recentCommandsKey(userId), JSON.stringify([id, ...otherIds].slice(0, MAX_COMMANDS)));
}
