import { z } from 'zod';
import {
  nameSchema,
  createOfferedModel,
  optionalField,
  tokenCountField,
  type OfferedModel,
} from '../../listed-model.ts';
import { nameOf } from './request.ts';

const schema = z.object({
  name: nameSchema,
  displayName: optionalField(nameSchema),
  inputTokenLimit: tokenCountField,
  outputTokenLimit: tokenCountField,
  supportedGenerationMethods: optionalField(z.array(z.string())),
  thinking: optionalField(z.boolean()),
});

/** Reads an entry of `GET /v1beta/models`; null for models that create embeddings or images. */
export function readGeminiModel(entry: unknown): OfferedModel | null {
  const { data: model } = schema.safeParse(entry);
  if (!model || model.supportedGenerationMethods?.includes('generateContent') === false) return null;
  return createOfferedModel(nameOf(model.name), model.displayName, {
    contextLength: model.inputTokenLimit,
    maxOutput: model.outputTokenLimit,
    reasoning: model.thinking,
  });
}
