import type { FunctionContext } from '../../_shared/context.ts';
import { EnvelopeError, readKeyRing, type KeyRing } from '../../_shared/envelope.ts';
import { Refusal } from '../../_shared/http.ts';

/**
 * Returns the installation's key ring. Throws Refusal 503 if there is none, because a key is never stored in plain
 * text.
 */
export async function keyRingOf(context: FunctionContext): Promise<KeyRing> {
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    if (ring.size > 0) return ring;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
  }
  throw new Refusal(
    503,
    'no_encryption_key',
    'Provider keys cannot be saved because this installation has no usable encryption key. Set CLOVER_ENCRYPTION_KEYS.',
  );
}
