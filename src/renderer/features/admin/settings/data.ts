import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  settingReplySchema,
  type SettingRequest,
  settingsReplySchema,
} from '../../../../shared/admin/settings.ts';
import { invoke, sentenceOf } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { settingsTexts as texts } from './texts.ts';

const listKey = ['admin', 'settings'] as const;

export const settingQueries = {
  /** Every setting's text by its key. */
  list: () =>
    queryOptions({
      queryKey: listKey,
      queryFn: async (): Promise<ReadonlyMap<string, string>> => {
        const { settings } = await invoke('admin/settings/list', {}, settingsReplySchema);
        return new Map(settings.map(({ key, value }) => [key, value]));
      },
    }),
};

/** Saves settings one after the other; what was saved before a refusal stays saved, and the list says so. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (requests: readonly SettingRequest[]) => {
      for (const request of requests)
        // oxlint-disable-next-line no-await-in-loop -- the first refusal ends it
        await invoke('admin/settings/save', request, settingReplySchema);
    },
    onSuccess: () => showToast({ title: texts.saved, variant: 'success' }),
    onError: (error) =>
      showToast({ title: texts.failed, message: sentenceOf(error), variant: 'destructive' }),
    // The vendors' page shows one of them too.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}
