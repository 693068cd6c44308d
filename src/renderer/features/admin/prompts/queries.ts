import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  promptReplySchemas,
  type promptRequestSchemas,
  type PublishedPrompt,
} from '../../../../shared/admin/prompts.ts';
import { showToast } from '../../../lib/toast.ts';
import { defineActions } from '../service/define-actions.ts';
import { publishedPromptTexts as texts } from './texts.ts';

type Requests = typeof promptRequestSchemas;
export type PublishRequest = z.input<Requests['publish']>;

const callPrompts = defineActions<Requests, typeof promptReplySchemas>('prompts', promptReplySchemas);

export const publishedPromptList = queryOptions({
  queryKey: ['admin', 'prompts'],
  queryFn: () => callPrompts('list', {}),
});

/** A mutation whose response contains the changed list. */
function usePromptChange<Input extends { readonly name: string }>(
  mutationFn: (input: Input) => Promise<z.infer<(typeof promptReplySchemas)['list']>>,
  done: (values: { name: string }) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (list, { name }) => {
      client.setQueryData(publishedPromptList.queryKey, list);
      showToast({ title: done({ name }), variant: 'success' });
    },
  });
}

export const usePublishPrompt = () =>
  usePromptChange((prompt: PublishRequest) => callPrompts('publish', prompt), texts.saved);

export const useRemovePrompt = () =>
  usePromptChange(({ id }: PublishedPrompt) => callPrompts('remove', { id }), texts.removed);
