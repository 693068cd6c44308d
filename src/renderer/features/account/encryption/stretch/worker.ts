import { stretchPassphrase } from '../../../../../shared/vault/passphrase.ts';
import type { StretchRequest } from './stretch.ts';

// Runs in a worker, because it needs a second of processor time and 64 MiB.
addEventListener('message', ({ data: { passphrase, salt } }: MessageEvent<StretchRequest>) => {
  const secret = stretchPassphrase(passphrase, salt);
  postMessage(secret);
});
