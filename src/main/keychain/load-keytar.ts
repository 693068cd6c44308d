import type { Keychain } from './create-vault.ts';

/**
 * Loads keytar only when a key is first needed. It is an optional dependency with a native part: on a computer where
 * that part could not be built, a static import would keep the whole app from starting.
 */
export async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  // A CommonJS module: its functions are on `default` under Node's loader, and beside it under a bundler's.
  return 'default' in module ? (module.default as Keychain) : module;
}
