import type { ModelEntry } from './model.ts';

interface BuiltIn {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  readonly supportsImages?: boolean;
}

/** The ids are those that the hosted open-model provider publishes [MODEL-017]. */
const entries: readonly BuiltIn[] = [
  { id: 'cognitivecomputations/dolphin-mixtral-8x22b', name: 'Dolphin Mixtral 8x22B', size: '8x22B' },
  { id: 'meta-llama/Meta-Llama-3.1-8B-Instruct', name: 'Llama 3.1 8B Instruct', size: '8B' },
  {
    id: 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
    name: 'Llama 4 Maverick 17B',
    size: '17B',
    supportsImages: true,
  },
  { id: 'meta-llama/Llama-4-Scout-17B-16E-Instruct', name: 'Llama 4 Scout 17B', size: '17B' },
  { id: 'deepseek-ai/DeepSeek-V3', name: 'DeepSeek V3', size: '671B' },
  { id: 'Qwen/Qwen2.5-VL-72B-Instruct', name: 'Qwen 2.5 VL 72B', size: '72B', supportsImages: true },
  { id: 'google/gemma-3-27b-it', name: 'Gemma 3 27B', size: '27B' },
  { id: 'deepseek-ai/DeepSeek-R1-Turbo', name: 'DeepSeek R1 Turbo', size: '671B' },
];

/**
 * The last fallback if neither the service nor the vendor lists models. All are flagged as new
 * [MODEL-008..016].
 */
export const builtInModels: readonly ModelEntry[] = entries.map(
  ({ supportsImages = false, ...entry }, index) => ({
    ...entry,
    icon: '',
    description: [],
    isNew: true,
    isPro: false,
    isBeta: false,
    isDefault: index === 0,
    supportsImages,
    contextLength: null,
  }),
);
