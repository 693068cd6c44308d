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
  /** The body's fields besides model and prompt; vendors refuse unknown ones. */
  readonly fields: (request: ImageRequest) => Readonly<Record<string, unknown>>;
}

/**
 * Which vendors create images, according to their public documentation. None accepts a temperature.
 *
 * | Vendor     | Endpoint                         | Reply  
 * | | ---------- | -------------------------------- |
 * ------------------------------------------------------------------- | | deepinfra  | `/v1/openai/images/generations`
 * | `b64_json`, its only format                                         | | openrouter | `/api/v1/images`, its own API
 *   | `b64_json`; accepts pixels as `size`                                | | openai     | `/v1/images/generations`  
 *     | `b64_json`; its models refuse `response_format`                     | | ollama     | `/v1/images/generations`,
 * marked | `b64_json`; other servers of this kind answer with a `url`          | |            | experimental  
 *          |                                                                     | | modelslab  | none of this form  
 *            | returns a ticket for polling, and a URL on another host              | | demo       | none  
 *               |                                                                     |
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

/** Whether a vendor creates images. False for vendors that administrators added. */
export const createsImages = (vendor: string): boolean =>
  ((imageEndpoints as Readonly<Record<string, ImageEndpoint | null>>)[vendor] ?? null) !== null;
