import type { ClientName } from './vendor.ts';

export interface ImageRequest {
  readonly prompt: string;
  /** Width and height in pixels, e.g. `1024x1024`. */
  readonly size: string;
  /** low, medium or high, if the vendor supports it. */
  readonly quality: string;
}

interface ImageEndpoint {
  /** The path next to `chat/completions`. */
  readonly path: string;
  /** Used if the vendor's config has no `image_model`. */
  readonly model: string;
  /** Returns the body's fields besides model and prompt. Vendors refuse unknown fields. */
  readonly fields: (request: ImageRequest) => Readonly<Record<string, unknown>>;
}

/**
 * How vendors create images, according to their public documentation. None accepts a temperature.
 *
 * - DeepInfra returns `b64_json` only.
 * - OpenRouter has its own API, and accepts pixels as `size`.
 * - OpenAI's models refuse `response_format`, and return `b64_json`.
 * - Ollama's endpoint is experimental. Other servers of this kind may return a `url`.
 * - ModelsLab has no such endpoint: it returns a ticket to poll, and a URL on another host.
 */
export const imageEndpoints: Readonly<Record<ClientName, ImageEndpoint | null>> = {
  deepinfra: {
    path: 'images/generations',
    model: 'black-forest-labs/FLUX-1-schnell',
    fields: ({ size }) => ({ n: 1, size, response_format: 'b64_json' }),
  },
  openrouter: {
    path: 'images',
    model: 'bytedance-seed/seedream-4.5',
    fields: ({ size }) => ({ size }),
  },
  openai: {
    path: 'images/generations',
    model: 'gpt-image-2.5-flare',
    fields: ({ size, quality }) => ({ n: 1, size, quality }),
  },
  ollama: {
    path: 'images/generations',
    model: 'x/z-image-turbo',
    fields: ({ size }) => ({ size, response_format: 'b64_json' }),
  },
  modelslab: null,
  demo: null,
  // Nothing is known about images of vendors that administrators added.
  'openai-style': null,
  'openai-responses': null,
  anthropic: null,
  gemini: null,
};

/** Returns whether a vendor creates images. False for vendors that administrators added. */
export const createsImages = (vendor: string): boolean =>
  ((imageEndpoints as Readonly<Record<string, ImageEndpoint | null>>)[vendor] ?? null) !== null;
