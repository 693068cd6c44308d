import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts values that the database must store but not be able to read. */
export interface Encryption {
  /** The ciphertext is bound to `subject`, so a row copied to another id can't be decrypted there. */
  encrypt(text: string, subject: string): string;
  /** Throws if the ciphertext was changed, or encrypted for another subject or installation. */
  decrypt(encrypted: string, subject: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM. Each purpose has a separate key, derived from the installation's secret. */
export function createEncryption(secret: string, purpose = 'secrets of second factors'): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    encrypt(text, subject) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(subject));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted, subject) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(subject));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
