import {
  maxPromptRequestBytes,
  promptReplySchemas,
  promptRequestSchemas,
} from '../../../src/shared/admin/prompts.ts';
import { defineActions } from './action.ts';

export const promptActions = defineActions(
  promptRequestSchemas,
  promptReplySchemas,
  {
    list: (_, { call }) => call('list_published_prompts', {}),
    publish: ({ id, ...prompt }, { call }) => call('publish_prompt', { prompt_id: id, ...prompt }),
    remove: ({ id }, { call }) => call('unpublish_prompt', { prompt_id: id }),
  },
  maxPromptRequestBytes,
);
