import type { Place } from './place.ts';
import { administrator, fillSignIn } from './sign-in.ts';

export async function enterConsole({ page, open }: Place, address: string): Promise<void> {
  await open(`/signin?redirectTo=${encodeURIComponent(address)}`);
  await fillSignIn(page, administrator);
}
