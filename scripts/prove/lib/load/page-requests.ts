import { randomUUID } from 'node:crypto';
import type { CannonRequest } from 'autocannon';
import type { LoadUser } from './users.ts';

export type RequestUser = Pick<LoadUser, 'id' | 'chat' | 'headers'>;

const columns =
  'id,chat_id,role,content,status,model_id,vendor_id,unavailable_vendor,created_at,seq,parent_id';

/**
 * Returns the requests of an open page for one message. At one request per second, the page sends a message every five
 * seconds.
 */
export function requestsOf(person: RequestUser): CannonRequest[] {
  const headers = { ...person.headers };
  const write = (role: string): CannonRequest => ({
    method: 'POST',
    path: `/rest/v1/chat_messages?select=${columns}`,
    headers: { ...headers, prefer: 'return=representation' },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify([
        {
          id: randomUUID(),
          chat_id: person.chat,
          user_id: person.id,
          role,
          content: `${Date.now()} is when I was sent`,
        },
      ]),
    }),
  });
  return [
    {
      method: 'GET',
      path: `/rest/v1/chat_history?select=id,title,created_at,updated_at,pinned_at&user_id=eq.${person.id}&project_id=eq.blue_clover&order=updated_at.desc,id.desc&limit=50`,
      headers,
    },
    {
      method: 'POST',
      path: '/rest/v1/rpc/list_branch',
      headers,
      body: JSON.stringify({ chat: person.chat, max_messages: 60 }),
    },
    write('user'),
    { method: 'POST', path: '/rest/v1/rpc/get_message_quota', headers, body: '{}' },
    write('assistant'),
  ];
}
