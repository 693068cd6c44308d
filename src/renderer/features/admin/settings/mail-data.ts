import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mailStatusReplySchema, testMailReplySchema } from '../../../../shared/admin/mail.ts';
import { invoke, sentenceOf } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { mailTexts as texts } from './texts.ts';

const statusKey = ['admin', 'mail'] as const;

/** How often the status is read (ms) while a mail waits. */
const readEvery = 3_000;

export const mailQueries = {
  status: () =>
    queryOptions({
      queryKey: statusKey,
      queryFn: async () => (await invoke('admin/mail/status', {}, mailStatusReplySchema)).mail,
      refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? readEvery : false),
    }),
};

export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => invoke('admin/mail/test', {}, testMailReplySchema),
    onSuccess: ({ recipient }) => showToast({ title: texts.queued(recipient), variant: 'success' }),
    onError: (error) =>
      showToast({ title: texts.failed, message: sentenceOf(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  });
}
