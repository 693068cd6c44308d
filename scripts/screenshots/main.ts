// npm run screenshots: takes screenshots of the built product.
import { ensureBuilt } from '../lib/build.mjs';
import { readCommandLine } from '../lib/command-line.mjs';
import { screenshotFolder, takeScreens } from './gallery.ts';
import { screens } from './screens.ts';
import { takeSitePictures } from './site-pictures.ts';
import { openStudio } from './studio.ts';

/** `--only site-pictures` takes only the committed screenshots of the site and the README. */
const sitePictures = 'site-pictures';

const { only } = readCommandLine(
  `Usage: npm run screenshots [-- --only NAME]

Takes every screen at three widths in both color schemes into out/screenshots (open index.html there), and the images of
the site and the README, which are committed. NAME: a screen, the beginning of several, or "${sitePictures}".

${screens.map(({ name }) => name).join('\n')}`,
  { only: { type: 'string' } },
) as { readonly only?: string };
const selected = screens.filter(({ name }) => only === undefined || name.startsWith(only));
if (selected.length === 0 && only !== sitePictures) {
  console.error(`There is no screen ${only}. --help lists them.`);
  process.exit(1);
}

await ensureBuilt('web', 'service');
const studio = await openStudio();
try {
  // Take these first, because the accounts of the other screens would move the console's sample users to the next page.
  if (only === undefined || only === sitePictures) await takeSitePictures(studio);
  const problems = selected.length > 0 ? await takeScreens(studio, selected) : [];
  for (const problem of problems) console.error(problem);
  if (selected.length > 0) console.log(`${selected.length} screens: ${screenshotFolder}/index.html`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await studio.close();
}
