import { lazy, Suspense } from 'react';
import { ownImageId } from './own-image.ts';

interface ImageProps {
  readonly source: string;
  readonly alt: string;
}

const Picture = lazy(async () => {
  try {
    const [{ OwnImage }, { RemoteImage }] = await Promise.all([
      import('./OwnImage.tsx'),
      import('./RemoteImage.tsx'),
    ]);
    return {
      default({ source, alt }: ImageProps) {
        const id = ownImageId(source);
        return id === null ? <RemoteImage source={source} alt={alt} /> : <OwnImage id={id} alt={alt} />;
      },
    };
  } catch {
    // Without the network its description has to do.
    return { default: ({ alt }: ImageProps) => <>{alt}</> };
  }
});

/** A picture of a reply: one that the service keeps is shown, one of another host is offered. */
export function Image(props: ImageProps) {
  return (
    <Suspense fallback={props.alt}>
      <Picture {...props} />
    </Suspense>
  );
}
