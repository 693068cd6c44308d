import { z } from 'zod';
import {
  nameSchema,
  createOfferedModel,
  optionalField,
  tokenCountField,
  type OfferedModel,
} from '../../listed-model.ts';

const ability = optionalField(z.object({ supported: z.boolean() }));

const schema = z.object({
  id: nameSchema,
  display_name: optionalField(nameSchema),
  max_input_tokens: tokenCountField,
  /** The highest token limit that a request may have. */
  max_tokens: tokenCountField,
  capabilities: optionalField(z.object({ image_input: ability, thinking: ability })),
});

export function readAnthropicModel(entry: unknown): OfferedModel | null {
  const { data: model } = schema.safeParse(entry);
  if (!model) return null;
  return createOfferedModel(model.id, model.display_name, {
    contextLength: model.max_input_tokens,
    maxOutput: model.max_tokens,
    vision: model.capabilities?.image_input?.supported,
    reasoning: model.capabilities?.thinking?.supported,
  });
}
