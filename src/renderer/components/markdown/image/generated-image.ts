const generatedImage = /^\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function generatedImageId(address: string): string | null {
  return generatedImage.exec(address)?.[1] ?? null;
}
