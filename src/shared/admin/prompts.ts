import { z } from 'zod';
import { promptFaultMessages, promptFaultOf } from '../domain/saved-prompts.ts';
import { cleanText, toStorable } from '../domain/text.ts';

const publishedPromptSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  revision: z.number(),
  updated_at: z.string(),
});
export type PublishedPrompt = z.infer<typeof publishedPromptSchema>;

/** In bytes. In JSON, one character of the text may take up six. */
export const maxPromptRequestBytes = 524_288;

/** `POST /functions/v1/admin/prompts/<action>`. */
export const promptRequestSchemas = {
  list: z.object({}),
  /**
   * If `known_revision` is null, the prompt is new. Otherwise, it replaces a published one that must still have this
   * revision.
   */
  publish: z
    .object({
      id: z.uuid(),
      known_revision: z.number().int().nullable(),
      name: z.string().overwrite(cleanText),
      title: z.string().overwrite(cleanText),
      text: z.string().overwrite(toStorable),
    })
    .superRefine((prompt, { addIssue }) => {
      const fault = promptFaultOf(prompt);
      if (fault) addIssue({ code: 'custom', message: promptFaultMessages[fault] });
    }),
  remove: z.object({ id: z.uuid() }),
} as const;

const list = z.object({ prompts: z.array(publishedPromptSchema) });
export const promptReplySchemas = { list, publish: list, remove: list } as const;
