import { z } from 'zod';
import { tryParseJson } from '../../shared/providers/body.ts';
import { invalidFormatError } from '../../shared/providers/failures.ts';
import type { LocalServer } from '../../shared/providers/local-servers.ts';
import { callForText } from '../../shared/providers/post.ts';
import type { CallOptions } from '../../shared/providers/provider.ts';

/** The maximum number of requests for details of single models. */
const maxRequests = 30;
/** In bytes. Chat templates can be long. */
const maxResponseBytes = 4_194_304;

async function ask<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  options: CallOptions,
  body?: Readonly<Record<string, unknown>>,
): Promise<z.infer<Schema>> {
  const text = await callForText({
    url,
    ...options,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body }),
    limit: maxResponseBytes,
    refusal: invalidFormatError,
  });
  return schema.parse(tryParseJson(text));
}

const abilities = z.array(z.string()).optional().catch(undefined);
const tagsSchema = z.object({
  models: z.array(z.object({ name: z.string(), capabilities: abilities })),
});
const shownSchema = z.object({ capabilities: abilities });

const canThink = (capabilities: readonly string[] | undefined) => capabilities?.includes('thinking') ?? false;

/** Newer versions of Ollama list the abilities of all models; older ones need one request per model. */
async function thinkingModelsOfOllama(origin: string, ids: readonly string[], options: CallOptions) {
  const { models } = await ask(`${origin}/api/tags`, tagsSchema, options);
  if (models.some(({ capabilities }) => capabilities))
    return models.filter(({ capabilities }) => canThink(capabilities)).map(({ name }) => name);
  const found = await Promise.all(
    ids.slice(0, maxRequests).map(async (model) => {
      const { capabilities } = await ask(`${origin}/api/show`, shownSchema, options, { model });
      return canThink(capabilities) ? [model] : [];
    }),
  );
  return found.flat();
}

const studioSchema = z.object({
  models: z.array(
    z.object({
      key: z.string(),
      capabilities: z.object({ reasoning: z.unknown() }).optional().catch(undefined),
    }),
  ),
});

async function thinkingModelsOfStudio(origin: string, _ids: readonly string[], options: CallOptions) {
  const { models } = await ask(`${origin}/api/v1/models`, studioSchema, options);
  return models.filter(({ capabilities }) => capabilities?.reasoning).map(({ key }) => key);
}

const propsSchema = z.object({ chat_template: z.string() });

/** llama.cpp runs one model, whose template shows whether thinking can be turned off. */
async function thinkingModelsOfLlama(origin: string, ids: readonly string[], options: CallOptions) {
  const { chat_template } = await ask(`${origin}/props`, propsSchema, options);
  return chat_template.includes('enable_thinking') ? ids : [];
}

const programs: Readonly<Record<string, typeof thinkingModelsOfOllama | typeof thinkingModelsOfLlama>> = {
  'local:ollama': thinkingModelsOfOllama,
  'local:lm-studio': thinkingModelsOfStudio,
  'local:llama-cpp': thinkingModelsOfLlama,
};

/** Returns the models of a server that can think. Empty if the server's API does not report this. */
export async function findThinkingModels(
  { name, origin }: LocalServer,
  ids: readonly string[],
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const read = programs[name];
  if (!read || ids.length === 0) return new Set();
  return new Set(await read(origin, ids, options).catch(() => []));
}
