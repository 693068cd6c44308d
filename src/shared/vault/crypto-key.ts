/** The types of WebCrypto, which browsers, Node and Deno declare in different places. */
export type Key = Parameters<typeof crypto.subtle.exportKey>[1];
export interface KeyPair {
  readonly publicKey: Key;
  readonly privateKey: Key;
}
