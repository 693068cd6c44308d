import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionRequest, ModelLimits } from '../../../../shared/completion/completion.ts';
import { outputLimitOf } from '../../../../shared/domain/output-limit.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { ChatModel } from './live-turn.ts';

type Settings = Pick<CompletionRequest, 'temperature' | 'topP' | 'maxTokens' | 'effort' | 'facts'>;

/** Returns the known limits of a model. Requests that bypass the gateway need them. */
export const knownFacts = ({ maxOutput, contextLength, isReasoning }: ChatModel): ModelLimits => ({
  ...(maxOutput && { maxOutput }),
  ...(contextLength && { contextLength }),
  ...(isReasoning && { isReasoning }),
});

/**
 * Returns a request's settings besides its messages. Leaves out an effort that the model doesn't support, because the
 * request builders only leave out other unsupported settings.
 */
export async function settingsFor(model: ChatModel, parameters: ChatParameters | null): Promise<Settings> {
  const { instructions: _, summary: _summary, maxTokens, effort, ...others } = parameters ?? {};
  const settings = { ...others, maxTokens: outputLimitOf(model, maxTokens), facts: knownFacts(model) };
  if (effort === undefined) return settings;
  const { controlsFor } = await loadModule(() => import('./controls.ts'));
  return controlsFor(model).efforts.includes(effort) ? { ...settings, effort } : settings;
}
