import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A separate build, so that a test can replace it with another version. */
export interface Installation {
  readonly root: string;
  /** Replaces the web app with a version in which every file of the build has another name. */
  readonly upgrade: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Copies the build below `folder`, inside the project, so that packages are found. */
export async function createInstallation(folder: string): Promise<Installation> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'out'), { recursive: true });
  for (const part of ['service', 'web'])
    await cp(join(root, 'out', part), join(folder, 'out', part), { recursive: true });
  for (const part of ['out/template', 'supabase']) await symlink(join(root, part), join(folder, part));
  return {
    root: folder,
    upgrade: () => renameFiles(join(folder, 'out', 'web')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const hashOf = (text: string, kind: 'sha256' | 'md5', encoding: 'base64' | 'hex') =>
  createHash(kind).update(text).digest(encoding);

async function renameFiles(web: string): Promise<void> {
  const assets = join(web, 'assets');
  const names = await readdir(assets);
  /** `ChatRoute-B3swW4Xt.js` becomes `ChatRoute-B3swW4Xt-next.js`. */
  const renamed = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, '-next')]));
  const withNewNames = (text: string) =>
    text.replace(/[\w.-]+\.(?:js|css|woff2|webp)\b/g, (name) => renamed.get(name) ?? name);
  const page = await readFile(join(web, 'chat.html'), 'utf8');
  const newPage = withNewNames(page);
  for (const name of names) {
    const file = join(assets, name);
    if (/\.(?:js|css)$/.test(name)) await writeFile(file, withNewNames(await readFile(file, 'utf8')));
    await rename(file, join(assets, renamed.get(name) ?? name));
  }
  await writeFile(join(web, 'chat.html'), newPage);
  const worker = await readFile(join(web, 'sw.js'), 'utf8');
  const newWorker = withNewNames(worker)
    .replace(hashOf(page, 'sha256', 'base64'), hashOf(newPage, 'sha256', 'base64'))
    .replace(hashOf(page, 'md5', 'hex'), hashOf(newPage, 'md5', 'hex'));
  await writeFile(join(web, 'sw.js'), newWorker);
}
