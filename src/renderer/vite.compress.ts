import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** The best quality takes ten seconds for the one file above this (bytes), which is loaded only to draw diagrams. */
const LARGE = 1_000_000;

/**
 * Writes `x.js.br` beside each script and style sheet. The service sends it as it is: with the best compression, which
 * takes too long for a request, files are 7 % smaller.
 */
export const compressAssets = (): Plugin => ({
  name: 'clover:compress-assets',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          if (!/^assets\/.*\.(?:js|css)$/.test(file.fileName)) return;
          const body = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const quality = body.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          };
          await writeFile(join(dir, `${file.fileName}.br`), await compress(body, { params }));
        }),
      );
    },
  },
});
