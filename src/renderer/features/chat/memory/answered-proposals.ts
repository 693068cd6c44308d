import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** Older answers are dropped, because their proposals are unlikely to be shown again soon. */
const maxAnswered = 200;

const names = z.array(z.string());

/**
 * Returns the names of proposals that the user has answered on this device. They contain ids, not the proposed texts.
 */
export function readAnsweredProposals(userId: string): readonly string[] {
  try {
    return names.parse(JSON.parse(readStored(`clover-proposals:${userId}`) ?? '[]'));
  } catch {
    return [];
  }
}

export function writeAnsweredProposal(userId: string, name: string, isAnswered: boolean): readonly string[] {
  const otherNames = readAnsweredProposals(userId).filter((other) => other !== name);
  const answered = isAnswered ? [...otherNames, name].slice(-maxAnswered) : otherNames;
  writeStored(`clover-proposals:${userId}`, JSON.stringify(answered));
  return answered;
}
