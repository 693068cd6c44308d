import type { Vendor } from './vendor.ts';

/** A program that runs models on the user's computer, at its standard port. */
export interface LocalServer {
  /** The vendor's name. The colon distinguishes it from the names of the service's vendors. */
  readonly name: string;
  readonly displayName: string;
  readonly origin: string;
}

const server = (name: string, displayName: string, port: number): LocalServer => ({
  name: `local:${name}`,
  displayName,
  origin: `http://127.0.0.1:${port}`,
});

export const localServers: readonly LocalServer[] = [
  server('ollama', 'Ollama', 11434),
  server('lm-studio', 'LM Studio', 1234),
  server('llama-cpp', 'llama.cpp', 8080),
  server('vllm', 'vLLM', 8000),
];

export const vendorOf = ({ name, displayName, origin }: LocalServer): Vendor => ({
  name,
  displayName,
  endpointUrl: `${origin}/v1/chat/completions`,
  apiKey: null,
  config: { dialect: 'openai-style', needs_key: false },
});

/** Finds the server on the user's computer by its name. Undefined for the service's vendors. */
export function localVendor(name: string | undefined): Vendor | undefined {
  const server = localServers.find((one) => one.name === name);
  return server && vendorOf(server);
}
