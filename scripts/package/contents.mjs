import { cpSync, rmSync, statSync } from 'node:fs';
import { extractAll, getRawHeader } from '@electron/asar';
import { join } from 'node:path';

/** All files that a package may contain. */
const expected = [
  /^package\.json$/,
  /^out\/main\/(?:index|chunks\/[\w.-]+)\.js$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/(?:index\.html|before-paint\.js|[\w-]+\.(?:png|ico|svg|webmanifest)|assets\/[\w.-]+\.(?:js|json|css|woff2?|ttf|webp))$/,
  /^out\/renderer\/assets\/recognizer\/(?:core-[\w-]+\.js|[\w-]+\.bin)$/,
  /^out\/service\/(?:[\w-]+\.js|assets\/[\w.-]+|chunks\/[\w.-]+\.js)$/,
  /^out\/template\/template-[0-9a-f]+\.tar\.gz$/,
  /^supabase\/(?:seed|migrations\/\d{14}_\w+)\.sql$/,
  /^node_modules\/keytar\/(?:package\.json|lib\/keytar\.js|build\/Release\/keytar\.node)$/,
  /^node_modules\/@electric-sql\/pglite\/(?:package\.json|dist\/(?:index|chunk-\w+|fs\/[\w-]+|contrib\/\w+)\.js)$/,
  /^node_modules\/@electric-sql\/pglite\/dist\/(?:pglite\.wasm|initdb\.wasm|pglite\.data)$/,
  /^node_modules\/@electric-sql\/pglite\/dist\/(?:citext|pg_trgm|pgcrypto|uuid-ossp)\.tar\.gz$/,
];

/** Files that the app needs. Native code and the service's files must be unpacked, because they are read by path. */
const required = [
  { name: /^package\.json$/, isUnpacked: true },
  { name: /^out\/main\/index\.js$/, isUnpacked: false },
  { name: /^out\/preload\/index\.cjs$/, isUnpacked: false },
  { name: /^out\/renderer\/index\.html$/, isUnpacked: false },
  { name: /^out\/service\/main\.js$/, isUnpacked: true },
  { name: /^out\/template\/.+\.tar\.gz$/, isUnpacked: true },
  { name: /^supabase\/migrations\/.+\.sql$/, isUnpacked: true },
  { name: /^node_modules\/keytar\/build\/Release\/keytar\.node$/, isUnpacked: true },
  { name: /^node_modules\/@electric-sql\/pglite\/package\.json$/, isUnpacked: true },
  { name: /^node_modules\/@electric-sql\/pglite\/dist\/pglite\.wasm$/, isUnpacked: true },
  { name: /^node_modules\/@electric-sql\/pglite\/dist\/index\.js$/, isUnpacked: true },
];

/**
 * @param {string} name a path below the root, with slashes
 * @returns {boolean} whether a package may contain the file
 */
export const mayContain = (name) => expected.some((pattern) => pattern.test(name));

/** In bytes. Before raising this limit, find out what has grown. */
export const sizeLimit = 59_000_000;

/** In bytes. A second copy of a file of at least this size is a fault. Smaller files may be the same by chance. */
const minCopySize = 10_000;

/** @returns {import('./contents.mjs').PackedFile[]} the files of an archive */
export function listArchive(archive) {
  const { header } = getRawHeader(archive);
  const found = [];
  const walk = (entries, folder) => {
    for (const [name, entry] of Object.entries(entries)) {
      const path = folder ? `${folder}/${name}` : name;
      if (entry.files) walk(entry.files, path);
      else
        found.push({
          name: path,
          size: entry.size ?? 0,
          isUnpacked: Boolean(entry.unpacked),
          hasIntegrity: entry.integrity?.algorithm === 'SHA256',
          hash: entry.integrity?.hash ?? '',
        });
    }
  };
  walk(header.files, '');
  return found;
}

function copiesIn(files) {
  const first = new Map();
  return files.flatMap(({ name, size, hash }) => {
    const other = first.get(hash);
    if (other === undefined) first.set(hash, name);
    return size >= minCopySize && hash !== '' && other !== undefined
      ? [`${name} is a copy of ${other}.`]
      : [];
  });
}

/**
 * Checks the contents of a package.
 *
 * @param {readonly import('./contents.mjs').PackedFile[]} files
 * @returns {string[]} one sentence for each fault
 */
export function faultsOf(files) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return [
    ...files
      .filter(({ name }) => !mayContain(name))
      .map(({ name }) => `${name} is not expected in the package.`),
    ...required
      .filter(
        ({ name, isUnpacked }) =>
          !files.some((file) => name.test(file.name) && file.isUnpacked === isUnpacked),
      )
      .map(
        ({ name, isUnpacked }) => `${name.source} is missing ${isUnpacked ? 'outside' : 'in'} the archive.`,
      ),
    ...files.filter(({ hasIntegrity }) => !hasIntegrity).map(({ name }) => `${name} has no checksum.`),
    ...copiesIn(files),
    ...(size > sizeLimit ? [`The package has ${size} bytes, more than ${sizeLimit}.`] : []),
  ];
}

/**
 * Extracts the archive to a folder `app.asar` next to the unpacked files, as Electron presents them. The unpacked files
 * are removed from that folder, so that code that expects them inside fails.
 *
 * @returns {string} the folder of the app
 */
export function extractArchive(resources, directory) {
  const app = join(directory, 'app.asar');
  extractAll(join(resources, 'app.asar'), app);
  cpSync(join(resources, 'app.asar.unpacked'), `${app}.unpacked`, { recursive: true });
  for (const folder of ['out/service', 'out/template', 'supabase', 'node_modules/@electric-sql'])
    rmSync(join(app, folder), { recursive: true });
  return app;
}

export const archiveSize = (archive) => statSync(archive).size;
