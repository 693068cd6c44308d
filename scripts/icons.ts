// Draws all icons of the product from the mark (src/renderer/components/mark-paths.ts): `node scripts/icons.ts`. The
// icons are committed, so that builds and starts need no browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { brand } from '../src/shared/brand.ts';
import { leafPath, leafTurns, stemPath } from '../src/renderer/components/mark-paths.ts';
import { openBrowser } from './lib/browser.ts';
import { readCommandLine } from './lib/command-line.mjs';
import { icnsFile, icoFile, type IconImage } from './lib/icon-files.ts';

readCommandLine('Usage: npm run icons\n\nDraws all icons of the product from the mark.');
const root = resolve(import.meta.dirname, '..');
const backgroundColor = '#174d33';
const leafColor = '#f4f6ef';
const fourthLeafColor = '#9bdcb6';

interface Tile {
  /** The margin around the tile, relative to the icon's width. macOS needs a tenth for the shadow. */
  readonly margin: number;
  /** The radius of the corners, relative to the icon's width. */
  readonly corner: number;
  /** The size of the mark, relative to the icon's width. */
  readonly mark: number;
}

const app: Tile = { margin: 0, corner: 0.22, mark: 0.74 };
const mac: Tile = { margin: 0.098, corner: 0.225, mark: 0.74 };
/** Systems crop these icons to a shape, so nothing important is in the outer fifth. */
const square: Tile = { margin: 0, corner: 0, mark: 0.6 };

/** Draws the mark on its background: three leaves in one color and a fourth in another. */
function tile({ margin, corner, mark }: Tile): string {
  const edge = 100 * (1 - 2 * margin);
  const at = 100 * margin;
  const scale = (edge * mark) / 27.4;
  const inset = at + (edge * (1 - mark)) / 2;
  const leaves = leafTurns
    .map(
      (turn) =>
        `<path d="${leafPath}" transform="rotate(${turn} 16 15)" fill="${turn === 45 ? fourthLeafColor : leafColor}"/>`,
    )
    .join('');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">',
    `<rect x="${at}" y="${at}" width="${edge}" height="${edge}" rx="${edge * corner}" fill="${backgroundColor}"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale}) translate(-2.3 -3.4)">${leaves}`,
    `<path d="${stemPath}" fill="none" stroke="${leafColor}" stroke-width="1.8" stroke-linecap="round"/></g></svg>`,
  ].join('');
}

/** Draws the preview image of links to the site, 1200 by 630 pixels. */
async function preview(): Promise<string> {
  const font = await readFile(
    resolve(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'),
  );
  return `<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}) }
    body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr auto; align-items: center;
      gap: 56px; padding: 0 88px; box-sizing: border-box; background: #fbfaf6; color: #1b201d;
      font: 500 34px/1.35 Inter; letter-spacing: -0.01em }
    h1 { margin: 0 0 28px; font-size: 84px; font-weight: 640; line-height: 1.02; letter-spacing: -0.04em }
    p { margin: 0; color: #4a534d } svg { width: 300px; height: 300px }
  </style><div><h1>Private AI chat.<br>And you can check it.</h1>
  <p>${brand}: choose which model answers,<br>and see what leaves your device.</p></div>${tile(app)}`;
}

const browser = await openBrowser();
const page = await browser.newPage();

async function draw(html: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${html}`);
  await page.evaluate('document.fonts.ready');
  return page.screenshot({ omitBackground: true });
}
const drawTile = (kind: Tile, sizes: readonly number[]): Promise<IconImage[]> =>
  sizes.reduce<Promise<IconImage[]>>(
    async (drawn, size) => [...(await drawn), { size, png: await draw(tile(kind), size, size) }],
    Promise.resolve([]),
  );
async function saveFile(path: string, content: string | Buffer): Promise<void> {
  const file = resolve(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  console.log(`${path}  ${(content.length / 1000).toFixed(1)} kB`);
}

try {
  await saveFile('build/icon.svg', `${tile(app)}\n`);
  const linux = await drawTile(app, [16, 24, 32, 48, 64, 128, 256, 512, 1024]);
  for (const { size, png } of linux) await saveFile(`build/icons/${size}x${size}.png`, png);
  const sized = (...sizes: readonly number[]) => linux.filter(({ size }) => sizes.includes(size));
  for (const { png } of sized(1024)) await saveFile('build/icon.png', png);
  await saveFile('build/icon.ico', icoFile(sized(16, 24, 32, 48, 64, 128, 256)));
  await saveFile('build/icon.icns', icnsFile(await drawTile(mac, [32, 64, 128, 256, 512, 1024])));

  const site = 'src/renderer/public';
  await saveFile(`${site}/favicon.ico`, icoFile(sized(16, 32, 48)));
  for (const { png } of await drawTile(square, [180])) await saveFile(`${site}/apple-touch-icon.png`, png);
  for (const { size, png } of sized(512)) await saveFile(`${site}/icon-${size}.png`, png);
  for (const { png } of await drawTile(app, [192])) await saveFile(`${site}/icon-192.png`, png);
  for (const { png } of await drawTile(square, [512])) await saveFile(`${site}/icon-maskable.png`, png);
  await saveFile(`${site}/og.png`, await draw(await preview(), 1200, 630));
} finally {
  await browser.close();
}
