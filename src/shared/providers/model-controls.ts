import type { Effort } from '../completion/completion.ts';
import { acceptsTemperature, maxTemperature } from './dialects/anthropic/request.ts';
import { claudeEfforts, usableEffort } from './dialects/anthropic/thinking.ts';
import { nameOf } from './dialects/gemini/request.ts';
import { geminiEfforts } from './dialects/gemini/thinking.ts';
import { isOpenAiReasoning, openAiEfforts } from './dialects/openai/effort.ts';
import type { ClientName } from './vendor.ts';

/** The controls that a chat offers for its model. The output limit is always offered. */
export interface ModelControls {
  /** The highest temperature; null if none is sent. */
  readonly temperature: number | null;
  readonly hasTopP: boolean;
  readonly efforts: readonly Effort[];
}

interface ModelOfVendor {
  /** Null if the vendor's client is unknown. */
  readonly client: ClientName | null;
  /** The host of the vendor's endpoint, with its port. */
  readonly host: string;
  readonly model: string;
  /** Whether the model is known to think. */
  readonly isReasoning: boolean;
  /** The chosen effort. Models refuse a temperature while they think. */
  readonly effort: Effort | undefined;
}

const defaultMaxTemperature = 2;

/** Returns the controls that the model's dialect supports. */
export function controlsOf({ client, host, model, isReasoning, effort }: ModelOfVendor): ModelControls {
  switch (client) {
    case 'demo':
    case null:
      return { temperature: null, hasTopP: false, efforts: [] };
    case 'modelslab':
      return { temperature: defaultMaxTemperature, hasTopP: false, efforts: [] };
    case 'anthropic': {
      const isThinking = (usableEffort(model, effort) ?? 'off') !== 'off';
      const canSet = acceptsTemperature(model) && !isThinking;
      return {
        temperature: canSet ? maxTemperature : null,
        hasTopP: false,
        efforts: claudeEfforts(model),
      };
    }
    case 'gemini':
      return { temperature: defaultMaxTemperature, hasTopP: true, efforts: geminiEfforts(nameOf(model)) };
    case 'deepinfra':
    case 'ollama':
    case 'openai':
    case 'openai-style':
    case 'openai-responses':
    case 'openrouter': {
      const canSample = !isOpenAiReasoning(model) || client === 'ollama' || client === 'deepinfra';
      return {
        temperature: canSample ? defaultMaxTemperature : null,
        hasTopP: canSample,
        efforts: openAiEfforts(host, model, isReasoning),
      };
    }
  }
}
