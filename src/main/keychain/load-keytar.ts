import type { Keychain } from './create-vault.ts';

/**
 * Loads keytar when a key is first needed. With a static import, the app could not start without keytar's native
 * part.
 */
export async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  // keytar is a CommonJS module: Node puts its functions on `default`, a bundler puts them on the module.
  return 'default' in module ? (module.default as Keychain) : module;
}
