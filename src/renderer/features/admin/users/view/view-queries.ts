import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { impersonationReplySchemas } from '../../../../../shared/admin/impersonation.ts';
import { InvokeError } from '../../../../lib/invoke.ts';
import { callUsers } from '../call-users.ts';
import { viewTexts } from './texts.ts';

type ViewReply = z.infer<(typeof impersonationReplySchemas)['view']>;
type PageOf<Name extends ViewReply['page']> = Extract<ViewReply, { readonly page: Name }>;

function expectPage<Name extends ViewReply['page']>(reply: ViewReply, name: Name): PageOf<Name> {
  if (reply.page !== name) throw new InvokeError('unreadable', viewTexts.unreadable);
  return reply as PageOf<Name>;
}

// Outside userQueries.all(): refetching users must not refetch a view's pages, because each request for them is logged.
const all = () => ['admin', 'view'] as const;

/** The service logs each request, so nothing may be requested twice. */
const requestOnce = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const viewQueries = {
  all,

  account: (session: string) =>
    queryOptions({
      ...requestOnce,
      queryKey: [...all(), session, 'account'],
      queryFn: async () => expectPage(await callUsers('view', { session, page: 'account' }), 'account'),
    }),

  chats: (session: string) =>
    infiniteQueryOptions({
      ...requestOnce,
      queryKey: [...all(), session, 'chats'],
      queryFn: async ({ pageParam: before }) => {
        const request = { session, page: 'chats', ...(before && { before }) } as const;
        return expectPage(await callUsers('view', request), 'chats');
      },
      initialPageParam: '',
      getNextPageParam: ({ chats, has_more }) => (has_more ? chats.at(-1)?.id : undefined),
    }),

  messages: (session: string, chat: string) =>
    infiniteQueryOptions({
      ...requestOnce,
      queryKey: [...all(), session, 'messages', chat],
      queryFn: async ({ pageParam: before }) => {
        const request = { session, page: 'messages', chat, ...(before && { before }) } as const;
        return expectPage(await callUsers('view', request), 'messages');
      },
      initialPageParam: '',
      getNextPageParam: ({ messages, has_more }) => (has_more ? messages.at(-1)?.id : undefined),
    }),
};
