import { DamagedZip, readZip, type ZipEntry } from '../../../../../lib/zip.ts';
import { readingLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { readXml } from './xml.ts';

/** The archive of an Office, OpenDocument or EPUB document, which consists of parts. */
export interface Package {
  readonly entries: readonly ZipEntry[];
  has: (name: string) => boolean;
  /**
   * Returns null if the part doesn't exist. Rejects with Refusal if the parts read so far exceed the unpacked
   * size limit.
   */
  read: (name: string) => Promise<Blob | null>;
}

export async function openPackage(file: Blob): Promise<Package> {
  const entries = await readZip(file).catch(toRefusal);
  if (entries.length > readingLimits.entries) throw new Refusal('unpacksTooLarge');
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  let unpacked = 0;
  return {
    entries,
    has: (name) => byName.has(name),
    read: async (name) => {
      const entry = byName.get(name);
      if (!entry) return null;
      if (entry.isEncrypted) throw new Refusal('encrypted');
      unpacked += entry.size;
      if (unpacked > readingLimits.unpackedBytes) throw new Refusal('unpacksTooLarge');
      return entry.read().catch(toRefusal);
    },
  };
}

function toRefusal(error: unknown): never {
  throw error instanceof DamagedZip ? new Refusal('damaged', error) : error;
}

/** Reads a part, or refuses the document if the part is missing. */
export async function requirePart(parts: Package, name: string): Promise<Blob> {
  const part = await parts.read(name);
  if (!part) throw new Refusal('damaged');
  return part;
}

export interface Relation {
  readonly id: string;
  /** The last part of the type's URL, such as `slide` or `officeDocument`. */
  readonly type: string;
  readonly target: string;
}

/**
 * Lists the other parts that a part of an Office document refers to, without external references. An empty
 * name means the document itself.
 */
export async function readRelations(parts: Package, of: string): Promise<readonly Relation[]> {
  const relations: Relation[] = [];
  const part = await parts.read(of.replace(/[^/]*$/, (name) => `_rels/${name}.rels`));
  if (!part) return relations;
  await readXml(part, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, type: Type.replace(/^.*\//, ''), target: resolvePath(of, Target) });
    },
  });
  return relations;
}

/** Resolves a path relative to a part. The base URL is only used for parsing and never requested. */
export const resolvePath = (from: string, to: string): string => {
  try {
    const { pathname } = new URL(to, `package:///${from}`);
    return decodeURIComponent(pathname).replace(/^\/+/, '');
  } catch {
    return '';
  }
};

/** Returns the path of an Office document's main part, such as `word/document.xml`. */
export async function mainPart(parts: Package): Promise<string> {
  const relations = await readRelations(parts, '');
  const target = relations.find(({ type }) => type === 'officeDocument')?.target;
  if (target === undefined) throw new Refusal('damaged');
  return target;
}

export const hasMacros = (parts: Package): boolean =>
  parts.entries.some(({ name }) => /(?:^|\/)vbaProject\.bin$/i.test(name));
