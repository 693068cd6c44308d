import type { Keychain } from './create-vault.ts';

/**
 * Loads keytar when a key is first needed. With a static import, the app could not start if keytar's native part is
 * missing.
 */
export async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  // keytar is a CommonJS module: Node's loader puts its functions on `default`, a bundler on the module.
  return 'default' in module ? (module.default as Keychain) : module;
}
