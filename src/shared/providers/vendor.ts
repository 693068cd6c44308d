import { z } from 'zod';
import { secretForms } from './secret-forms.ts';

/** The documented vendors (VENDOR-002), which have their own clients. `ollama` is any self-hosted OpenAI-style server. */
export const vendorNames = ['deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama', 'demo'] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (name: string): name is VendorName =>
  (vendorNames as readonly string[]).includes(name);

/** The protocols that vendors added by administrators can use. */
export const dialectNames = ['openai-style', 'openai-responses', 'anthropic', 'gemini'] as const;
export type DialectName = (typeof dialectNames)[number];

export const clientNames = [...vendorNames, ...dialectNames] as const;
export type ClientName = (typeof clientNames)[number];

const vendorConfigSchema = z.object({
  /** Only added vendors have a dialect. Documented ones are recognized by their names. */
  dialect: z.enum(dialectNames).optional().catch(undefined),
  stream: z.boolean().optional().catch(undefined),
  needs_key: z.boolean().optional().catch(undefined),
  default_model: z.string().optional().catch(undefined),
  /** The models to try in order if the default model fails (PROV-016). */
  fallback_models: z.array(z.string()).optional().catch(undefined),
  image_model: z.string().optional().catch(undefined),
  transcription_model: z.string().optional().catch(undefined),
});
type VendorConfig = z.infer<typeof vendorConfigSchema>;

/** A row of api_vendors with a decrypted key, either the service's or a user's own. */
export interface Vendor {
  /** One of `vendorNames`, or the name of an added vendor, whose config has a dialect. */
  readonly name: string;
  readonly displayName: string;
  /** The full URL of completions; empty for the demo. */
  readonly endpointUrl: string;
  readonly apiKey: string | null;
  /** Extra headers for every call to an added vendor. The values are secrets. */
  readonly headers?: Readonly<Record<string, string>>;
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

/** Returns the client that calls a vendor. Null if there is none. */
export function clientOf({ name, config }: Pick<Vendor, 'name' | 'config'>): ClientName | null {
  return config.dialect ?? (isVendorName(name) ? name : null);
}

/** Characters that are valid in a header. For others, `fetch` throws an error that quotes the key. */
const printable = /^[\u0021-\u007e]+$/;

/** Returns the vendor's key, or null if it can't be sent. */
export function usableKey({ apiKey }: Vendor): string | null {
  const key = apiKey?.trim() ?? '';
  return printable.test(key) ? key : null;
}

/**
 * Returns the secrets that must not be quoted from a vendor's response: the key and the values of extra headers, in all
 * forms.
 */
export function secretsOf(vendor: Vendor): readonly string[] {
  const key = usableKey(vendor);
  return [...(key === null ? [] : [key]), ...Object.values(vendor.headers ?? {})].flatMap(secretForms);
}

/** Adds the vendor's extra headers to the host's fetch. The dialect's headers take precedence. */
export function fetchFor({ headers }: Vendor, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  if (!headers) return fetch;
  return (input, init) => {
    const all = new Headers(headers);
    for (const [name, value] of new Headers(init?.headers)) all.set(name, value);
    return fetch(input, { ...init, headers: all });
  };
}
