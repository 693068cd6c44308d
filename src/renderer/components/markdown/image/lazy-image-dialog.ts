import { lazyComponent } from '../../lazy-component.tsx';

/** Loaded when the first image is enlarged. */
export const LazyImageDialog = lazyComponent(async () => (await import('./ImageDialog.tsx')).ImageDialog, {
  look: 'dialog',
});
