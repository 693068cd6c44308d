import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../lib/toast.ts';

/** Returns a mutation whose response contains the changed list. */
export function usePublishedChange<Input, List>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<List>,
  done: (input: Input) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (list, input) => {
      client.setQueryData(queryKey, list);
      showToast({ title: done(input), variant: 'success' });
    },
  });
}
