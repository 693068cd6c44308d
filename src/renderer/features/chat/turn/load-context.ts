import { loadModule } from '../../../lib/load-module.ts';
import type * as Context from './context.ts';
import type * as SystemPrompt from './system-prompt.ts';

/** The sidebar's projects load the same file, so that the first message doesn't wait for it. */
const load = () => loadModule(() => import('../deferred-parts.ts'));

export const readContext: typeof Context.readContext = async (...given) =>
  (await load()).readContext(...given);

export const temporaryPrompt: typeof SystemPrompt.temporaryPrompt = async (...given) =>
  (await load()).temporaryPrompt(...given);
