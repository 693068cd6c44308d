import type { Effort } from '../completion/completion.ts';
import { acceptsTemperature, highestTemperature } from './dialects/anthropic/request.ts';
import { claudeEfforts, usableEffort } from './dialects/anthropic/thinking.ts';
import { nameOf } from './dialects/gemini/request.ts';
import { geminiEfforts } from './dialects/gemini/thinking.ts';
import { isOpenAiReasoning, openAiEfforts } from './dialects/openai/effort.ts';
import type { ClientName } from './vendor.ts';

/** What a chat can set for its model. The output limit can always be set. */
export interface ModelControls {
  /** The highest temperature; null if none is sent. */
  readonly temperature: number | null;
  readonly hasTopP: boolean;
  readonly efforts: readonly Effort[];
}

interface Controlled {
  /** Null if it is unknown. */
  readonly client: ClientName | null;
  /** Of the vendor's endpoint, with its port. */
  readonly host: string;
  readonly model: string;
  /** Whether the model is known to think. */
  readonly isReasoning: boolean;
  /** The chosen one, because models refuse a temperature while they think. */
  readonly effort: Effort | undefined;
}

const usualTemperature = 2;

/** What the request builders of the model's dialect send. */
export function controlsOf({ client, host, model, isReasoning, effort }: Controlled): ModelControls {
  switch (client) {
    case 'demo':
    case null:
      return { temperature: null, hasTopP: false, efforts: [] };
    case 'modelslab':
      return { temperature: usualTemperature, hasTopP: false, efforts: [] };
    case 'anthropic': {
      const isThinking = (usableEffort(model, effort) ?? 'off') !== 'off';
      const canSet = acceptsTemperature(model) && !isThinking;
      return {
        temperature: canSet ? highestTemperature : null,
        hasTopP: false,
        efforts: claudeEfforts(model),
      };
    }
    case 'gemini':
      return { temperature: usualTemperature, hasTopP: true, efforts: geminiEfforts(nameOf(model)) };
    case 'deepinfra':
    case 'ollama':
    case 'openai':
    case 'openai-style':
    case 'openai-responses':
    case 'openrouter': {
      const canSample = !isOpenAiReasoning(model) || client === 'ollama' || client === 'deepinfra';
      return {
        temperature: canSample ? usualTemperature : null,
        hasTopP: canSample,
        efforts: openAiEfforts(host, model, isReasoning),
      };
    }
  }
}
