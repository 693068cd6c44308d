// npm run screenshots: takes pictures of the built product.
import { ensureBuilt } from '../lib/build.mjs';
import { takeSitePictures } from './site-pictures.ts';
import { openStudio } from './studio.ts';

await ensureBuilt('web', 'service');
const studio = await openStudio();
try {
  await takeSitePictures(studio);
} finally {
  await studio.close();
}
