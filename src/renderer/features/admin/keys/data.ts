import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AdminApiKey,
  keyReplySchemas,
  type keyRequestSchemas,
} from '../../../../shared/admin/api-keys.ts';
import { showToast } from '../../../lib/toast.ts';
import { defineActs } from '../data/define-acts.ts';
import { keyTexts as texts } from './texts.ts';

const actOnKeys = defineActs<typeof keyRequestSchemas, typeof keyReplySchemas>('keys', keyReplySchemas);

export interface KeysQuestion {
  readonly search: string;
  readonly state: 'live' | 'revoked' | undefined;
  /** From 1. */
  readonly page: number;
}

const allKeys = ['admin', 'keys'] as const;

export const keyQueries = {
  list: ({ search, state, page }: KeysQuestion) =>
    queryOptions({
      queryKey: [...allKeys, search, state, page],
      queryFn: () => actOnKeys('list', { ...(search && { search }), ...(state && { state }), page }),
      placeholderData: keepPreviousData,
    }),
};

/** Ends a key of somebody; programs that use it are refused from the next request on. */
export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminApiKey) => actOnKeys('revoke', { id }),
    onSuccess: (_reply, { name }) => {
      showToast({ title: texts.revoked(name), variant: 'success' });
      return client.invalidateQueries({ queryKey: allKeys });
    },
  });
}
