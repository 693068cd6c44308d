import { type ReactNode, useEffect, useState } from 'react';
import { encryptedDevice } from '../../../lib/device-encryption.ts';
import { isEncryptedDevice } from '../../../lib/encrypted-device.ts';

interface WhenDecryptedProps {
  readonly userId: string;
  readonly children: ReactNode;
}

/** For accounts without encrypted history. Renders its children once this device stores their texts as plain text. */
export function WhenDecrypted({ userId, children }: WhenDecryptedProps) {
  const [isPlain, setPlain] = useState(() => !isEncryptedDevice(userId));
  useEffect(() => {
    if (isPlain) return;
    // If this fails, the next visit retries.
    void encryptedDevice
      .close(userId)
      .catch(() => {})
      .finally(() => setPlain(true));
  }, [isPlain, userId]);
  return isPlain && children;
}
