import { ownImageId } from './own-image.ts';
import { OwnImage } from './OwnImage.tsx';
import { RemoteImage } from './RemoteImage.tsx';

interface ImageProps {
  readonly source: string;
  readonly alt: string;
}

/** Images on other hosts load only on request. */
export function Image({ source, alt }: ImageProps) {
  const id = ownImageId(source);
  return id === null ? <RemoteImage source={source} alt={alt} /> : <OwnImage id={id} alt={alt} />;
}
