import { passagePrompt } from '../../../../../shared/passages/prompt.ts';
import type { ContextReading } from '../../turn/context-reading.ts';
import type { LiveTurn } from '../../turn/live-turn.ts';
import { choosePassages, type PassageServices } from './choose-passages.ts';
import { insertReplyPassages } from './data.ts';
import { type Passage, wholeFile } from './passage.ts';
import { replyPassagesQuery } from './queries.ts';

/** The same sentence as for attached files. */
const unverifiedNote = '[This file is not included, because it failed verification.]';

/**
 * Returns the part of the system prompt with passages of the project's files. Null if none are sent. They are stored
 * before the request, so that every passage that was sent is listed below the reply.
 */
export async function sendPassages(
  services: PassageServices,
  { messageId, text, reply }: Pick<LiveTurn, 'messageId' | 'text' | 'reply'>,
  projectId: string,
  budget: number,
  reading: ContextReading,
): Promise<string | null> {
  const { passages: chosen, unverified } = await choosePassages(services, projectId, text, budget, reading);
  reading.signal.throwIfAborted();
  if (chosen.length + unverified.length === 0) return null;
  const passages: Passage[] = [
    ...chosen.map(({ passage }) => passage),
    ...unverified.map((file) => ({ ...wholeFile(file), isUnverified: true as const })),
  ];
  await insertReplyPassages(reply.id, messageId, JSON.stringify(passages));
  services.client.setQueryData(replyPassagesQuery(reply.id).queryKey, passages);
  return passagePrompt([
    ...chosen.map(({ sent }) => sent),
    ...unverified.map(({ name }) => ({ source: name, text: unverifiedNote })),
  ]);
}
