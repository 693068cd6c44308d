import { z } from 'zod';
import { promptFaultMessages, promptFaultOf } from '../domain/saved-prompts.ts';
import { cleanText, toStorable } from '../domain/text.ts';

/** A prompt that administrators publish for everyone. */
const publishedPromptSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  revision: z.number(),
  updated_at: z.string(),
});
export type PublishedPrompt = z.infer<typeof publishedPromptSchema>;

/** In bytes. JSON may write a character of the text as six. */
export const maxPromptRequestBytes = 524_288;

/** `POST /functions/v1/admin/prompts/<action>`. */
export const promptRequestSchemas = {
  list: z.object({}),
  /** Publishes a new prompt if `known_revision` is null, otherwise changes the one of this revision. */
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
