import type { CompletionMessage } from '../completion/completion.ts';

/** PROV-017 */
const usual = 0.7;
/** PROV-018 */
const imageCreation = 1;
/** PROV-019 */
const coding = 0.2;
/** PROV-020 */
const analysis = 0.3;

/** MODEL-028 */
const imageModels: ReadonlySet<string> = new Set(['gpt-4o', 'gpt-4o-mini']);

const createsImage =
  /\b(?:create|draw|generate|make|paint|produce)\b[^.!?\n]{0,60}\b(?:image|picture|photo|illustration|drawing)s?\b/i;
const helpsWithCode = /\b(?:code|coding|debug|debugging|program|programming)\b/i;
const analysesOrSums = /\b(?:analy[sz]e|analy[sz]ing|analysis|data|summar\w*)\b/i;

/**
 * The temperature for a request that names none (PROV-017..020): 1 for the creation of an image by a model that can,
 * 0.2 for a coding assistant, 0.3 for data analysis and summaries (both told by the system prompt), 0.7 otherwise.
 */
export function chooseTemperature(messages: readonly CompletionMessage[], model: string): number {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (imageModels.has(model) && (createsImage.test(asked) || createsImage.test(system))) return imageCreation;
  if (helpsWithCode.test(system)) return coding;
  if (analysesOrSums.test(system)) return analysis;
  return usual;
}
