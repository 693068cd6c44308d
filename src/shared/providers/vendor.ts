import { z } from 'zod';

/** The supported vendors (VENDOR-002). `ollama` is any self-hosted OpenAI-compatible server. */
export const vendorNames = ['deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama', 'demo'] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (name: string): name is VendorName =>
  (vendorNames as readonly string[]).includes(name);

const vendorConfigSchema = z.object({
  stream: z.boolean().optional().catch(undefined),
  needs_key: z.boolean().optional().catch(undefined),
  default_model: z.string().optional().catch(undefined),
  /** Tried in order if the default model fails (PROV-016). */
  fallback_models: z.array(z.string()).optional().catch(undefined),
  /** Creates the images. */
  image_model: z.string().optional().catch(undefined),
});
type VendorConfig = z.infer<typeof vendorConfigSchema>;

/** A row of api_vendors with a plain key: the service's, or a user's own. */
export interface Vendor {
  /** One of `vendorNames`; others are refused as "Unsupported vendor". */
  readonly name: string;
  readonly displayName: string;
  /** The full address of completions; empty for the demo. */
  readonly endpointUrl: string;
  readonly apiKey: string | null;
  readonly config: VendorConfig;
}

/**
 * Reads a vendor's config, which is JSON or a string of JSON (VENDOR-013). Invalid fields count as missing, because one
 * bad field must not disable the vendor.
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

/** Valid in a header. For other characters `fetch` throws an error that quotes the key. */
const printable = /^[\u0021-\u007e]+$/;

/** The vendor's key if it can be sent, or null. */
export function usableKey({ apiKey }: Vendor): string | null {
  const key = apiKey?.trim() ?? '';
  return printable.test(key) ? key : null;
}
