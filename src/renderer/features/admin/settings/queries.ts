import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mailStatusReplySchema, testMailReplySchema } from '../../../../shared/admin/mail.ts';
import {
  settingReplySchema,
  type SettingRequest,
  settingsReplySchema,
} from '../../../../shared/admin/settings.ts';
import { invoke, failureMessage } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { mailTexts, settingsTexts } from './texts.ts';

export const settingList = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: async (): Promise<ReadonlyMap<string, string>> => {
    const { settings } = await invoke('admin/settings/list', {}, settingsReplySchema);
    return new Map(settings.map(({ key, value }) => [key, value]));
  },
});

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (requests: readonly SettingRequest[]) => {
      for (const request of requests)
        // oxlint-disable-next-line no-await-in-loop -- stops at the first failure
        await invoke('admin/settings/save', request, settingReplySchema);
    },
    onError: (error) =>
      showToast({ title: settingsTexts.failed, message: failureMessage(error), variant: 'destructive' }),
    // Refetches everything, because the vendors page shows the failover setting too.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Milliseconds between status requests while emails are waiting. */
const pollInterval = 3_000;

export const mailStatus = queryOptions({
  queryKey: ['admin', 'mail'],
  queryFn: async () => (await invoke('admin/mail/status', {}, mailStatusReplySchema)).mail,
  refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? pollInterval : false),
});

export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => invoke('admin/mail/test', {}, testMailReplySchema),
    onSuccess: ({ recipient }) => showToast({ title: mailTexts.queued({ recipient }), variant: 'success' }),
    onError: (error) =>
      showToast({ title: mailTexts.failed, message: failureMessage(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: mailStatus.queryKey }),
  });
}
