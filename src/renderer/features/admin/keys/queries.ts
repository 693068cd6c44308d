import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AdminApiKey,
  keyReplySchemas,
  type keyRequestSchemas,
} from '../../../../shared/admin/api-keys.ts';
import { showToast } from '../../../lib/toast.ts';
import { defineActions } from '../service/define-actions.ts';
import { keyTexts as texts } from './texts.ts';

const callKeys = defineActions<typeof keyRequestSchemas, typeof keyReplySchemas>('keys', keyReplySchemas);

export const keyStates = ['live', 'revoked'] as const;

const allKeys = ['admin', 'keys'] as const;

export const listKeys = (search: string, state: (typeof keyStates)[number] | undefined, page: number) =>
  queryOptions({
    queryKey: [...allKeys, search, state, page],
    queryFn: () => callKeys('list', { ...(search && { search }), ...(state && { state }), page }),
    placeholderData: keepPreviousData,
  });

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminApiKey) => callKeys('revoke', { id }),
    onSuccess: (_reply, { name }) => {
      showToast({ title: texts.revoked({ name }), variant: 'success' });
      return client.invalidateQueries({ queryKey: allKeys });
    },
  });
}
