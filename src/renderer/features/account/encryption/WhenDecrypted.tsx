import { type ReactNode, useEffect, useState } from 'react';
import { encryptedDevice } from '../../../lib/device-encryption.ts';
import { isEncryptedDevice } from '../../../lib/encrypted-device.ts';

interface WhenDecryptedProps {
  readonly userId: string;
  readonly children: ReactNode;
}

/** Shows the texts of an account whose history is not encrypted, once this device stores them as plain text. */
export function WhenDecrypted({ userId, children }: WhenDecryptedProps) {
  const [isPlain, setPlain] = useState(() => !isEncryptedDevice(userId));
  useEffect(() => {
    if (isPlain) return;
    // After a failure, the next visit tries it again.
    void encryptedDevice
      .close(userId)
      .catch(() => {})
      .finally(() => setPlain(true));
  }, [isPlain, userId]);
  return isPlain && children;
}
