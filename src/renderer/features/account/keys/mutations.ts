import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createdApiKeySchema, revokedApiKeySchema } from '../../../../shared/account/api-keys.ts';
import { invoke } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { accountQueries } from '../queries.ts';
import { apiKeyTexts as texts } from '../texts.ts';

/** Makes a key. Its text is in this mutation's data and nowhere else: `reset()` forgets it. */
export function useCreateApiKey(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => invoke('account/api-keys/create', { name }, createdApiKeySchema),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: accountQueries.apiKeys(userId).queryKey }),
  });
}

/** Ends a key for good. */
export function useRevokeApiKey(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => invoke('account/api-keys/revoke', { id }, revokedApiKeySchema),
    onSuccess: () => {
      showToast(texts.revokedToast);
      return client.invalidateQueries({ queryKey: accountQueries.apiKeys(userId).queryKey });
    },
  });
}
