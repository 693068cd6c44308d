import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Bytes. Larger files get a lower quality, because the best one takes ten seconds for the diagram library.
 */
const LARGE_FILE_SIZE = 1_000_000;

/**
 * Writes `x.js.br` next to each script and style sheet, which the service sends. The best compression makes
 * files 7% smaller, but takes too long for a request.
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
          const quality = body.length > LARGE_FILE_SIZE ? 9 : constants.BROTLI_MAX_QUALITY;
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
