import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  promptReplySchemas,
  type promptRequestSchemas,
  type PublishedPrompt,
} from '../../../../shared/admin/prompts.ts';
import { usePublishedChange } from '../published/use-published-change.ts';
import { defineActions } from '../service/define-actions.ts';
import { publishedPromptTexts as texts } from './texts.ts';

type Requests = typeof promptRequestSchemas;
export type PublishRequest = z.input<Requests['publish']>;

const callPrompts = defineActions<Requests, typeof promptReplySchemas>('prompts', promptReplySchemas);

export const publishedPromptList = queryOptions({
  queryKey: ['admin', 'prompts'],
  queryFn: () => callPrompts('list', {}),
});

export const usePublishPrompt = () =>
  usePublishedChange(
    publishedPromptList.queryKey,
    (prompt: PublishRequest) => callPrompts('publish', prompt),
    ({ name }) => texts.saved({ name }),
  );

export const useRemovePrompt = () =>
  usePublishedChange(
    publishedPromptList.queryKey,
    ({ id }: PublishedPrompt) => callPrompts('remove', { id }),
    ({ name }) => texts.removed({ name }),
  );
