import { params, plural, texts } from '../../../shared/texts.ts';
import type { Toast } from '../../lib/toast.ts';

export const defaultModelTexts = texts('models/default', {
  label: 'Default model',
  lastPicked: 'Last used model',
  saved: { title: 'Default model saved', variant: 'success' } satisfies Toast,
  failed: {
    title: "Couldn't save the default model",
    message: 'Try again.',
    variant: 'destructive',
  } satisfies Toast,
});

export const modelFieldTexts = texts('models/field', {
  none: 'Your default model',
  option: params('{model} · {vendor}'),
  gone: params('{model} (unavailable)'),
});

export const localModelTexts = texts('models/local', {
  use: 'Use models on this computer',
  useNote:
    'Looks for Ollama, LM Studio, llama.cpp and vLLM on their standard ports on this computer. Your messages are sent directly to the program whose model you choose.',
  looking: 'Looking for models…',
  none: 'No models found. Start one of these programs and load a model, then look again.',
  failed: "Couldn't look for models. Try again.",
  again: 'Look again',
  count: plural({ one: '{count} model', other: '{count} models' }),
});
