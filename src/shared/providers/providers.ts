import { demo } from './demo.ts';
import * as dialects from './dialects.ts';
import { unsupportedVendor } from './failures.ts';
import { greetModelslab, modelslab } from './modelslab.ts';
import { greetOpenAiStyle, openAiStyle } from './openai-style.ts';
import type { Provider } from './provider.ts';
import { isVendorName, type Vendor, type VendorName } from './vendor.ts';

const speaking = (dialect: dialects.Dialect): Provider => ({
  complete: openAiStyle(dialect),
  greet: (vendor, greeting) => greetOpenAiStyle(vendor, dialect, greeting),
  models: dialect.models,
  dialect,
});

const providers: Readonly<Record<VendorName, Provider>> = {
  deepinfra: speaking(dialects.deepinfra),
  openrouter: speaking(dialects.openrouter),
  openai: speaking(dialects.openai),
  ollama: speaking(dialects.ollama),
  modelslab: { complete: modelslab, greet: greetModelslab, models: [], dialect: null },
  demo: { complete: demo, greet: null, models: [], dialect: null },
};

/** Who speaks this vendor's protocol. Throws `unsupported_vendor` (VENDOR-024). */
export function providerOf({ name }: Pick<Vendor, 'name'>): Provider {
  if (!isVendorName(name)) throw unsupportedVendor();
  return providers[name];
}

/** The model that a vendor answers with where none is chosen: its config's, otherwise the kind's (VENDOR-014). */
export function defaultModelOf(vendor: Pick<Vendor, 'name' | 'config'>): string | undefined {
  return vendor.config.default_model ?? providerOf(vendor).models[0];
}
