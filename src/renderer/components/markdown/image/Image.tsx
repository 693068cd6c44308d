import { generatedImageId } from './generated-image.ts';
import { GeneratedImage } from './GeneratedImage.tsx';
import { RemoteImage } from './RemoteImage.tsx';

interface ImageProps {
  readonly source: string;
  readonly alt: string;
}

/** Images on other hosts load only on request. */
export function Image({ source, alt }: ImageProps) {
  const id = generatedImageId(source);
  return id === null ? <RemoteImage source={source} alt={alt} /> : <GeneratedImage id={id} alt={alt} />;
}
