import { z } from 'zod';
import { untitled } from '../../shared/domain/title.ts';
import { isEncrypted } from '../../shared/vault/envelope.ts';
import type { FinishedReply } from '../computer/reply-notice.ts';
import type { Service } from '../service/service.ts';
import type { Tokens } from './tokens.ts';

export interface AnnouncementDependencies {
  readonly service: Pick<Service, 'connect'>;
  readonly tokens: Pick<Tokens, 'newest'>;
  readonly fetch: typeof globalThis.fetch;
  /** Whether a window has a page, which then announces all replies itself. */
  readonly hasPage: () => boolean;
  readonly notify: (reply: FinishedReply) => void;
}

const rowSchema = z.object({ chat_id: z.uuid(), status: z.enum(['complete', 'length']) });
const titleSchema = z.tuple([z.object({ title: z.string() })]);

/** Announces a reply that is completed and stored while no page is open. */
export function createAnnouncement({
  service,
  tokens,
  fetch,
  hasPage,
  notify,
}: AnnouncementDependencies): (row: unknown, userId: string) => Promise<void> {
  return async (row, userId) => {
    const reply = rowSchema.safeParse(row).data;
    const token = tokens.newest(userId);
    if (!reply || token === undefined || hasPage()) return;
    try {
      const { url, publishableKey } = await service.connect();
      const query = new URLSearchParams({ id: `eq.${reply.chat_id}`, select: 'title' });
      const response = await fetch(`${url}/rest/v1/chat_history?${query.toString()}`, {
        headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
      });
      const [{ title }] = titleSchema.parse(await response.json());
      // This process can't decrypt the title of an encrypted chat.
      notify({ userId, chatId: reply.chat_id, title: isEncrypted(title) ? untitled : title });
    } catch {
      // The reply is stored. Only the announcement failed.
    }
  };
}
