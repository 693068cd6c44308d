import type { Keychain } from './create-vault.ts';

/**
 * Loads keytar when a key is first needed. If its native part could not be built, a static import would prevent the app
 * from starting.
 */
export async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  // A CommonJS module: Node's loader puts its functions on `default`, a bundler on the module.
  return 'default' in module ? (module.default as Keychain) : module;
}
