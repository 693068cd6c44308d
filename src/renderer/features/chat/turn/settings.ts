import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionRequest, ModelLimits } from '../../../../shared/completion/completion.ts';
import { outputLimitOf } from '../../../../shared/domain/output-limit.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { ChatModel } from './live-turn.ts';

type Settings = Pick<CompletionRequest, 'temperature' | 'topP' | 'maxTokens' | 'effort' | 'facts'>;

/** What is known about a model, for requests that no gateway completes. */
export const factsOf = ({ maxOutput, contextLength, isReasoning }: ChatModel): ModelLimits => ({
  ...(maxOutput && { maxOutput }),
  ...(contextLength && { contextLength }),
  ...(isReasoning && { isReasoning }),
});

/**
 * What a request asks for besides its messages. The request builders leave out what a model does not accept; only the
 * effort also depends on facts about the model, which they do not know.
 */
export async function settingsFor(model: ChatModel, parameters: ChatParameters | null): Promise<Settings> {
  const { instructions: _, summary: _summary, maxTokens, effort, ...others } = parameters ?? {};
  const settings = { ...others, maxTokens: outputLimitOf(model, maxTokens), facts: factsOf(model) };
  if (effort === undefined) return settings;
  const { controlsFor } = await loadModule(() => import('./controls.ts'));
  return controlsFor(model).efforts.includes(effort) ? { ...settings, effort } : settings;
}
