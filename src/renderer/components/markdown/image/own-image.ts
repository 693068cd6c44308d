const ownImage = /^\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Null for URLs of other images. */
export function ownImageId(address: string): string | null {
  return ownImage.exec(address)?.[1] ?? null;
}
