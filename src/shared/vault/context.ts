/** The version of the format. It is authenticated, so it can't be changed. */
export const formatVersion = 1;

export type UnlockKind = 'passkey' | 'passphrase' | 'words';

/**
 * The record to which an encrypted text belongs. It is authenticated with the text, so that decryption fails if the
 * service moves the text to another record, account or chat.
 */
export type Context = { readonly accountId: string } & (
  | {
      readonly kind: 'message';
      readonly chatId: string;
      readonly messageId: string;
      readonly parentId: string | null;
      readonly role: string;
    }
  | { readonly kind: 'reasoning'; readonly chatId: string; readonly messageId: string }
  | { readonly kind: 'title'; readonly chatId: string }
  | { readonly kind: 'chat-key'; readonly chatId: string }
  | { readonly kind: 'parameters'; readonly chatId: string }
  | {
      readonly kind: 'checkpoint';
      readonly chatId: string;
      readonly messageId: string;
      readonly part: number;
    }
  | {
      readonly kind: 'attachment';
      readonly chatId: string;
      readonly messageId: string;
      readonly attachmentId: string;
      /** The object with the file's bytes. */
      readonly path: string;
      readonly column: string;
    }
  /** The bytes of a file, which all messages of the chat may share. */
  | { readonly kind: 'file'; readonly chatId: string; readonly path: string }
  /** The bytes of a generated image, which a reply names by its id. */
  | { readonly kind: 'image'; readonly imageId: string }
  | { readonly kind: 'column'; readonly table: string; readonly row: string; readonly column: string }
  /** The list of a chat's messages. The number increases with each change. */
  | { readonly kind: 'head'; readonly chatId: string; readonly number: number }
  | { readonly kind: 'private-key'; readonly keyVersion: number }
  /** The keys from before the version. */
  | { readonly kind: 'past-keys'; readonly keyVersion: number }
  /** The statement that encrypted history is turned off. The public key is new each time it is turned on. */
  | { readonly kind: 'turn-off'; readonly publicKey: string }
  | {
      readonly kind: 'unlock';
      readonly methodId: string;
      readonly method: UnlockKind;
      readonly keyVersion: number;
    }
  | { readonly kind: 'device'; readonly store: string; readonly key: string }
);

/** Lists what identifies the record within its account, in the order of the format. */
export function identityOf(context: Context): readonly (string | number | null)[] {
  switch (context.kind) {
    case 'message':
      return [context.chatId, context.messageId, context.parentId, context.role];
    case 'reasoning':
      return [context.chatId, context.messageId];
    case 'title':
    case 'chat-key':
    case 'parameters':
      return [context.chatId];
    case 'checkpoint':
      return [context.chatId, context.messageId, context.part];
    case 'attachment':
      return [context.chatId, context.messageId, context.attachmentId, context.path, context.column];
    case 'file':
      return [context.chatId, context.path];
    case 'image':
      return [context.imageId];
    case 'column':
      return [context.table, context.row, context.column];
    case 'head':
      return [context.chatId, context.number];
    case 'private-key':
    case 'past-keys':
      return [context.keyVersion];
    case 'turn-off':
      return [context.publicKey];
    case 'unlock':
      return [context.methodId, context.method, context.keyVersion];
    case 'device':
      return [context.store, context.key];
  }
}

/** Returns the associated data: a JSON array, whose quotes separate adjacent values. */
export const associatedData = (context: Context): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify(['clover', formatVersion, context.kind, context.accountId, ...identityOf(context)]),
  );

/**
 * Returns whether the gateway and the main process write this record. Only such records may be encrypted to the public
 * key. Otherwise, the service could forge all others, because anyone can encrypt to that key.
 */
export const isWrittenByService = (context: Context): boolean =>
  context.kind === 'message'
    ? context.role === 'assistant'
    : context.kind === 'reasoning' || context.kind === 'checkpoint' || context.kind === 'image';
