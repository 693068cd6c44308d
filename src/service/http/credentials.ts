import { timingSafeEqual } from 'node:crypto';

/** The token of `Authorization: Bearer …`, or null. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** Compares two secrets in a time that doesn't depend on where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
