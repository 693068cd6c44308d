import { z } from 'zod';
import { nameSchema, offered, optional, tokens, type OfferedModel } from '../../listed-model.ts';
import { nameOf } from './request.ts';

const schema = z.object({
  name: nameSchema,
  displayName: optional(nameSchema),
  inputTokenLimit: tokens,
  outputTokenLimit: tokens,
  supportedGenerationMethods: optional(z.array(z.string())),
  thinking: optional(z.boolean()),
});

/** An entry of `GET /v1beta/models`; null for models that embed or draw. */
export function readGeminiModel(entry: unknown): OfferedModel | null {
  const { data: model } = schema.safeParse(entry);
  if (!model || model.supportedGenerationMethods?.includes('generateContent') === false) return null;
  return offered(nameOf(model.name), model.displayName, {
    contextLength: model.inputTokenLimit,
    maxOutput: model.outputTokenLimit,
    reasoning: model.thinking,
  });
}
