import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what the database must keep but not know. */
export interface Sealer {
  /** `subject` is bound to the text: a row that was copied to another id does not open there. */
  seal(text: string, subject: string): string;
  /** Throws when the text was altered, or sealed for another subject or by another installation. */
  open(sealed: string, subject: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key that is derived from the installation's secret for one purpose. */
export function createSealer(secret: string, purpose = 'secrets of second factors'): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text, subject) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(subject));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, subject) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(subject));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
