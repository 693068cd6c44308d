const generatedImage = /^\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Null for URLs of other images. */
export function generatedImageId(address: string): string | null {
  return generatedImage.exec(address)?.[1] ?? null;
}
