import { demo } from './demo.ts';
import * as dialects from './dialects.ts';
import { unsupportedVendor } from './failures.ts';
import { greetModelslab, modelslab } from './modelslab.ts';
import { greetOpenAiStyle, openAiStyle } from './openai-style.ts';
import type { Provider } from './provider.ts';
import { isVendorName, type Vendor, type VendorName } from './vendor.ts';

const openAiProvider = (dialect: dialects.Dialect): Provider => ({
  complete: openAiStyle(dialect),
  greet: (vendor, greeting) => greetOpenAiStyle(vendor, dialect, greeting),
  models: dialect.models,
  dialect,
});

const providers: Readonly<Record<VendorName, Provider>> = {
  deepinfra: openAiProvider(dialects.deepinfra),
  openrouter: openAiProvider(dialects.openrouter),
  openai: openAiProvider(dialects.openai),
  ollama: openAiProvider(dialects.ollama),
  modelslab: { complete: modelslab, greet: greetModelslab, models: [], dialect: null },
  demo: { complete: demo, greet: null, models: [], dialect: null },
};

/** Throws `unsupported_vendor` (VENDOR-024). */
export function providerOf({ name }: Pick<Vendor, 'name'>): Provider {
  if (!isVendorName(name)) throw unsupportedVendor();
  return providers[name];
}

/** A vendor's default model, from its config or the provider (VENDOR-014). */
export function defaultModelOf(vendor: Pick<Vendor, 'name' | 'config'>): string | undefined {
  return vendor.config.default_model ?? providerOf(vendor).models[0];
}
