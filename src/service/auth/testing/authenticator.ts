import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
}

/** What a hostile browser or authenticator could do differently. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly userHandle?: string | null;
  readonly counter?: number;
  readonly signature?: (signature: Buffer) => Buffer;
  readonly statement?: { readonly format: string; readonly text: string };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

// The few parts of CBOR that a credential needs (RFC 8949).
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (...entries: readonly Buffer[]) => Buffer.concat([head(5, entries.length / 2), ...entries]);

/** A passkey in software, which signs what a browser and an authenticator would sign (WebAuthn Level 3). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 1;
  #userHandle: string | null = null;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE (RFC 9053 §7.1): key type EC2, algorithm ES256, curve P-256.
    this.#publicKey = map(
      integer(1),
      integer(2),
      integer(3),
      integer(-7),
      integer(-1),
      integer(1),
      integer(-2),
      bytes(Buffer.from(x, 'base64url')),
      integer(-3),
      bytes(Buffer.from(y, 'base64url')),
    );
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, deviation: Deviation, isNew: boolean): Buffer {
    const { userPresent = true, userVerified = true, counter = this.counter } = deviation;
    const flags = (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (isNew ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = isNew ? [Buffer.alloc(16), length, this.id, this.#publicKey] : [];
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, ...attested]);
  }

  /** Like `navigator.credentials.create()`, in the form that supabase-js sends. */
  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
    this.#userHandle = user.id;
    const { format, text: statement } = deviation.statement ?? { format: 'none', text: '' };
    const attestation = map(
      text('fmt'),
      text(format),
      text('attStmt'),
      statement ? map(text('x5c'), text(statement)) : map(),
      text('authData'),
      bytes(this.#authenticatorData(rp.id ?? '', deviation, true)),
    );
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key' as const,
      response: {
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
        transports: ['internal' as const],
      },
      clientExtensionResults: {},
    };
  }

  /** Like `navigator.credentials.get()`. */
  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
    this.counter += 1;
    const data = this.#authenticatorData(rpId ?? '', deviation, false);
    const client = this.#clientData('webauthn.get', challenge, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey);
    const handle = deviation.userHandle === undefined ? this.#userHandle : deviation.userHandle;
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key' as const,
      response: {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: (deviation.signature?.(signature) ?? signature).toString('base64url'),
        ...(handle !== null && { userHandle: handle }),
      },
      clientExtensionResults: {},
    };
  }
}
