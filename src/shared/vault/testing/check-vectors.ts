import { decodeBase64Url, encodeBase64Url } from '../../domain/encoding.ts';
import {
  createTurnOffStatements,
  importKey,
  openChatKey,
  openVault,
  type StoredKeys,
} from '../account-keys.ts';
import { associatedData, type Context } from '../context.ts';
import { decryptFile, decryptFileTo, decryptText } from '../envelope.ts';
import { stretchPassphrase } from '../passphrase.ts';
import { readWords, splitWords } from '../recovery-words.ts';
import { readSalt, unwrapAccountKey, type UnlockMethod } from '../unlock-method.ts';

/** docs/encryption-vectors.json. All bytes are base64url. */
export interface Vectors {
  readonly account: StoredKeys & {
    readonly id: string;
    readonly accountKey: string;
    readonly turnOffStatement: string;
    readonly turnOffDigest: string;
  };
  readonly texts: readonly {
    readonly context: Context;
    readonly associatedData: string;
    /** Null for the account key. */
    readonly chatKey: string | null;
    readonly envelope: string;
    readonly text: string;
  }[];
  readonly files: readonly {
    readonly context: Context;
    readonly associatedData: string;
    /** Null for the public key. */
    readonly chatKey: string | null;
    /** The encrypted file. */
    readonly envelope: string;
    readonly file: string;
  }[];
  /** The account after its keys were changed, and texts of a chat whose key was renewed. */
  readonly changed: StoredKeys & {
    readonly accountKey: string;
    readonly chatId: string;
    readonly chatKey: string;
    readonly texts: readonly {
      readonly context: Context;
      readonly envelope: string;
      readonly text: string;
    }[];
  };
  readonly unlock: readonly (UnlockMethod & {
    /** The user's words or passphrase, or a passkey's PRF output. */
    readonly input: string;
    readonly secret: string;
  })[];
}

const bytesOf = (text: string) => decodeBase64Url(text) ?? new Uint8Array();

function secretOf({ kind, input, salt }: Vectors['unlock'][number]): Uint8Array<ArrayBuffer> {
  if (kind === 'passkey') return bytesOf(input);
  if (kind === 'passphrase') return stretchPassphrase(input, readSalt(salt) ?? new Uint8Array(32));
  const words = readWords(splitWords(input));
  return 'problem' in words ? new Uint8Array() : words;
}

/** Returns the published vectors that this environment does not reproduce. Runs in Node, browsers and Deno. */
export async function checkVectors({
  account,
  texts,
  files,
  changed,
  unlock,
}: Vectors): Promise<readonly string[]> {
  const failures: string[] = [];
  const expectEqual = (name: string, actual: string, expected: string) => {
    if (actual !== expected) failures.push(`${name}: ${actual} instead of ${expected}`);
  };
  for (const method of unlock) {
    const secret = secretOf(method);
    expectEqual(`secret of ${method.kind}`, encodeBase64Url(secret), method.secret);
    // One after another, because each passphrase needs 64 MiB.
    // oxlint-disable-next-line no-await-in-loop
    const rawKey = await unwrapAccountKey(account.id, method, secret);
    expectEqual(`account key of ${method.kind}`, encodeBase64Url(rawKey), account.accountKey);
  }
  const vault = await openVault(account.id, await importKey(bytesOf(account.accountKey)), account);
  expectEqual('statement', (await createTurnOffStatements(vault)).join(), account.turnOffStatement);
  expectEqual('digest of the statement', vault.turnOffDigest, account.turnOffDigest);
  const check = async ({ context, chatKey, ...vector }: Vectors['texts'][number]) => {
    expectEqual(context.kind, new TextDecoder().decode(associatedData(context)), vector.associatedData);
    const key = chatKey === null ? vault.accountKey : await importKey(bytesOf(chatKey));
    expectEqual(
      context.kind,
      await decryptText({ key, pair: vault.pair }, context, vector.envelope),
      vector.text,
    );
  };
  await Promise.all(texts.map(check));
  const checkFile = async ({ context, chatKey, ...vector }: Vectors['files'][number]) => {
    expectEqual(context.kind, new TextDecoder().decode(associatedData(context)), vector.associatedData);
    const envelope = bytesOf(vector.envelope);
    const file =
      chatKey === null
        ? await decryptFileTo(vault.pair, context, envelope)
        : await decryptFile(await importKey(bytesOf(chatKey)), context, envelope);
    expectEqual(context.kind, encodeBase64Url(file), vector.file);
  };
  await Promise.all(files.map(checkFile));
  const next = await openVault(account.id, await importKey(bytesOf(changed.accountKey)), changed);
  expectEqual('earlier public key', next.pastPublicKeys.join(), account.publicKey);
  const { keys } = await openChatKey(next, changed.chatId, changed.chatKey);
  for (const { context, envelope, text } of changed.texts)
    // oxlint-disable-next-line no-await-in-loop
    expectEqual('changed', await decryptText({ key: keys, pair: next.pairs }, context, envelope), text);
  return failures;
}
