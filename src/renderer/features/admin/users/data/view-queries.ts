import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { impersonationReplySchemas } from '../../../../../shared/admin/impersonation.ts';
import { InvokeError } from '../../../../lib/invoke.ts';
import { actOnUsers } from './act-on-users.ts';

type ViewReply = z.infer<(typeof impersonationReplySchemas)['view']>;
type PageOf<Name extends ViewReply['page']> = Extract<ViewReply, { readonly page: Name }>;

/** The page that was asked for; another one is an answer nobody understands. */
function expectPage<Name extends ViewReply['page']>(reply: ViewReply, name: Name): PageOf<Name> {
  if (reply.page !== name)
    throw new InvokeError(
      'unreadable',
      'The service gave an answer that this page does not understand. Try again.',
    );
  return reply as PageOf<Name>;
}

// Not among those of accounts: what is done to one must not ask, and log, all pages anew.
const all = () => ['admin', 'view'] as const;

/**
 * The pages of an open view. Each request is logged as a look, so nothing is asked twice: neither again on a failure
 * nor because somebody comes back to the window.
 */
const once = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const viewQueries = {
  all,

  account: (session: string) =>
    queryOptions({
      ...once,
      queryKey: [...all(), session, 'account'],
      queryFn: async () => expectPage(await actOnUsers('view', { session, page: 'account' }), 'account'),
    }),

  /** Newest first. */
  chats: (session: string) =>
    infiniteQueryOptions({
      ...once,
      queryKey: [...all(), session, 'chats'],
      queryFn: async ({ pageParam: before }) => {
        const request = { session, page: 'chats', ...(before && { before }) } as const;
        return expectPage(await actOnUsers('view', request), 'chats');
      },
      initialPageParam: '',
      getNextPageParam: ({ chats, has_more }) => (has_more ? chats.at(-1)?.id : undefined),
    }),

  /** Of one chat, newest first. */
  messages: (session: string, chat: string) =>
    infiniteQueryOptions({
      ...once,
      queryKey: [...all(), session, 'messages', chat],
      queryFn: async ({ pageParam: before }) => {
        const request = { session, page: 'messages', chat, ...(before && { before }) } as const;
        return expectPage(await actOnUsers('view', request), 'messages');
      },
      initialPageParam: '',
      getNextPageParam: ({ messages, has_more }) => (has_more ? messages.at(-1)?.id : undefined),
    }),
};
