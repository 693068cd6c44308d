import type { CompletionMessage } from '../completion/completion.ts';

/** The temperatures of document B §9 (PROV-017..020). */
const temperatures = { usual: 0.7, imageCreation: 1, coding: 0.2, analysis: 0.3 } as const;

/** Matches the names of image models (MODEL-028), with or without a vendor's prefix. */
const imageModel = /(?:^|\/)gpt-4o(?:-mini)?$/;

const createsImage =
  /\b(?:create|draw|generate|make|paint|produce)\b[^.!?\n]{0,60}\b(?:image|picture|photo|illustration|drawing)s?\b/i;
const codingPrompt = /\b(?:code|coding|debug|debugging|program|programming)\b/i;
const analysisPrompt = /\b(?:analy[sz]e|analy[sz]ing|analysis|data|summar\w*)\b/i;

/**
 * Returns the default temperature (PROV-017..020): 1 for creating an image with a model that supports it, 0.2 for a
 * coding assistant, 0.3 for data analysis and summaries (both by the system prompt), 0.7 otherwise.
 */
export function chooseTemperature(
  messages: readonly CompletionMessage[],
  model: string,
  supportsImages = imageModel.test(model),
): number {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const request = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (supportsImages && (createsImage.test(request) || createsImage.test(system))) {
    return temperatures.imageCreation;
  }
  if (codingPrompt.test(system)) return temperatures.coding;
  if (analysisPrompt.test(system)) return temperatures.analysis;
  return temperatures.usual;
}
