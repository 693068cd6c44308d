import { z } from 'zod';

/** The vendors this product knows how to talk to (VENDOR-002). `ollama` is any OpenAI-compatible server of one's own. */
export const vendorNames = ['deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama', 'demo'] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (name: string): name is VendorName =>
  (vendorNames as readonly string[]).includes(name);

const vendorConfigSchema = z.object({
  /** Whether text comes in deltas; each kind has its own default. */
  stream: z.boolean().optional().catch(undefined),
  needs_key: z.boolean().optional().catch(undefined),
  default_model: z.string().optional().catch(undefined),
  /** Tried in order when the default model's call is refused (PROV-016). */
  fallback_models: z.array(z.string()).optional().catch(undefined),
  /** Makes the images; each kind has its own default. */
  image_model: z.string().optional().catch(undefined),
});
export type VendorConfig = z.infer<typeof vendorConfigSchema>;

/** Where a completion is asked for: a row of api_vendors with its key opened, or a user's own key. */
export interface Vendor {
  /** One of `vendorNames`; anything else is refused as "Unsupported vendor". */
  readonly name: string;
  readonly displayName: string;
  /** The full address that completions are posted to; empty for a vendor without network. */
  readonly endpointUrl: string;
  readonly apiKey: string | null;
  readonly config: VendorConfig;
}

/**
 * Reads a vendor's config, which arrives as JSON or as a string of JSON (VENDOR-013). Unreadable parts count as not
 * set, because one bad field must not take the vendor down.
 */
export function parseVendorConfig(value: unknown): VendorConfig {
  let config = value;
  if (typeof value === 'string') {
    try {
      config = JSON.parse(value);
    } catch {
      return {};
    }
  }
  const parsed = vendorConfigSchema.safeParse(config);
  return parsed.success ? parsed.data : {};
}

/** What may stand in a header. Anything else makes `fetch` throw an error that quotes the key. */
const printable = /^[\u0021-\u007e]+$/;

/** The vendor's key as it can be sent, or null where there is none that can. */
export function usableKey({ apiKey }: Vendor): string | null {
  const key = apiKey?.trim() ?? '';
  return printable.test(key) ? key : null;
}
