import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, describe, inject } from 'vitest';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import type { PreparedSource } from './global-setup.ts';

export type DatabaseKind = Database['kind'];

export interface TestDatabaseOptions {
  /** Whether to start with the product's migrations and seed instead of the bootstrap only. */
  readonly migrated?: boolean;
}

function source(prepared: PreparedSource): string {
  if ('failure' in prepared) throw new Error(`the test database could not be prepared: ${prepared.failure}`);
  return prepared.from;
}

/** Read once per worker, into memory that threads share, because a dump takes 30 MB. */
const dumps = new Map<string, Promise<Uint8Array>>();

async function readShared(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

async function openPgliteCopy({ migrated = false }: TestDatabaseOptions): Promise<OpenedDatabase> {
  const { pglite } = inject('databases');
  const file = source(migrated ? pglite.migrated : pglite.base);
  const dump = dumps.get(file) ?? readShared(file);
  dumps.set(file, dump);
  return openDatabase({ memory: true, dump: await dump });
}

async function openPostgresCopy({ migrated = false }: TestDatabaseOptions): Promise<OpenedDatabase> {
  const { postgres } = inject('databases');
  if (!postgres) throw new Error('PostgreSQL is not installed here');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const administration = await openDatabase({
      url: `${postgres.url}/postgres`,
      maxSessions: 1,
      isShared: true,
    });
    try {
      await administration.execute(statement);
    } finally {
      await administration.close();
    }
  };
  await administer(
    `create database ${name} template ${source(migrated ? postgres.migrated : postgres.base)} owner postgres`,
  );
  const database = await openDatabase({ url: `${postgres.ownerUrl}/${name}` });
  return {
    ...database,
    async close() {
      await database.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Opens a new database of this kind. The caller must close it, except inside `describeDatabases`. */
export function openTestDatabase(
  kind: DatabaseKind,
  options: TestDatabaseOptions = {},
): Promise<OpenedDatabase> {
  return kind === 'pglite' ? openPgliteCopy(options) : openPostgresCopy(options);
}

/** Opens a new database of the kind that the suite runs on. */
export type OpenTestDatabase = ((options?: TestDatabaseOptions) => Promise<OpenedDatabase>) & {
  readonly kind: DatabaseKind;
};

/**
 * Runs a suite on PGlite and on PostgreSQL, because the product supports both. Without PostgreSQL, runs it on PGlite
 * only.
 */
export const describeDatabases = (name: string, suite: Suite): void =>
  describeKinds(inject('databases').kinds, name, suite);

/**
 * Runs a suite of the schema. Both databases run the same SQL, so without the long tests one is enough: PostgreSQL,
 * which is faster, if it is installed.
 */
export const describeSchema = (name: string, suite: Suite): void => {
  const { kinds } = inject('databases');
  describeKinds(process.env['SHORT_TESTS'] === undefined ? kinds : kinds.slice(-1), name, suite);
};

type Suite = (open: OpenTestDatabase) => void;

function describeKinds(kinds: readonly DatabaseKind[], name: string, suite: Suite): void {
  for (const kind of kinds) {
    describe(`${name} over ${kind === 'pglite' ? 'PGlite' : 'PostgreSQL'}`, () => {
      const opened: OpenedDatabase[] = [];
      const open = async (options?: TestDatabaseOptions): Promise<OpenedDatabase> => {
        const database = await openTestDatabase(kind, options);
        opened.push(database);
        return database;
      };
      afterAll(async () => {
        await Promise.all(opened.map((database) => database.close()));
      });
      suite(Object.assign(open, { kind }));
    });
  }
}
