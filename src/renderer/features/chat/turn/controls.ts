import type { Effort } from '../../../../shared/completion/completion.ts';
import { controlsOf, type ModelControls } from '../../../../shared/providers/model-controls.ts';
import type { ChatModel } from './live-turn.ts';

/**
 * Returns the parameters that a model supports in a chat.
 *
 * @param effort the chosen effort, because other controls depend on it
 */
export function controlsFor({ id, service, isReasoning = false }: ChatModel, effort?: Effort): ModelControls {
  const { client = null, origin = null } = service ?? {};
  const host = origin === null ? '' : new URL(origin).host;
  return controlsOf({ client, host, model: id, isReasoning, effort });
}
