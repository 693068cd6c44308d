import { demo } from './demo.ts';
import { anthropic } from './dialects/anthropic/protocol.ts';
import { clientFor } from './dialects/client.ts';
import { gemini } from './dialects/gemini/protocol.ts';
import type { Protocol } from './dialects/protocol.ts';
import { responses } from './dialects/responses/protocol.ts';
import * as dialects from './dialects.ts';
import { unsupportedVendorError } from './failures.ts';
import { buildModelslabTest, modelslab } from './modelslab.ts';
import { openAiStyle } from './openai-style.ts';
import type { Provider } from './provider.ts';
import { clientOf, type ClientName, type Vendor } from './vendor.ts';

const openAiProvider = (dialect: dialects.Dialect): Provider => ({
  ...clientFor(openAiStyle(dialect)),
  models: dialect.models,
  dialect,
});

const otherProvider = (protocol: Protocol): Provider => ({
  ...clientFor(protocol),
  models: [],
  dialect: null,
});

const textOnly = {
  models: [],
  listModels: null,
  dialect: null,
  passes: [],
  embeddings: null,
  transcriptions: null,
};

const providers: Readonly<Record<ClientName, Provider>> = {
  deepinfra: openAiProvider(dialects.deepinfra),
  openrouter: openAiProvider(dialects.openrouter),
  openai: openAiProvider(dialects.openai),
  ollama: openAiProvider(dialects.ollama),
  'openai-style': openAiProvider(dialects.anyOpenAiStyle),
  'openai-responses': otherProvider(responses),
  anthropic: otherProvider(anthropic),
  gemini: otherProvider(gemini),
  modelslab: { ...textOnly, takesImages: false, complete: modelslab, greet: buildModelslabTest },
  demo: { ...textOnly, takesImages: true, complete: demo, greet: null },
};

/** Returns a vendor's provider. Throws `unsupported_vendor` for an unknown vendor (VENDOR-024). */
export function providerOf(vendor: Pick<Vendor, 'name' | 'config'>): Provider {
  const client = clientOf(vendor);
  if (client === null) throw unsupportedVendorError();
  return providers[client];
}

/** [VENDOR-014] */
export function defaultModelOf(vendor: Pick<Vendor, 'name' | 'config'>): string | undefined {
  return vendor.config.default_model ?? providerOf(vendor).models[0];
}
