import type { Row } from './rows.ts';
import type { ObjectStore } from './objects.ts';
import { failureOf, type HistoryService, ServiceRefusal } from './service.ts';

/** The service for the conversion, whose requests and responses are neither encrypted nor decrypted. */
export interface ConversionService {
  readonly call: (name: string, parameters: Row) => Promise<unknown>;
  /** Reads all of the account's rows of a table. */
  readonly readAll: (table: string) => Promise<readonly Row[]>;
  /** Reads the rows after an id, a few at a time because they may be large. Empty if there are no more. */
  readonly readSome: (table: string, after: string | null) => Promise<readonly Row[]>;
  /**
   * Replaces columns of a row.
   *
   * @param stored the columns as they were read; null to require only that they are still plain text
   * @returns `changed` if they have changed since, `duplicate` if another row has the name
   */
  readonly replace: (
    table: string,
    id: unknown,
    stored: Row | null,
    converted: Row,
  ) => Promise<'replaced' | 'changed' | 'duplicate'>;
  readonly objects: ObjectStore;
}

const duplicate = '23505';

/** @param open returns the service with credentials that are still valid, because a conversion may take hours */
export const createConversionService = (open: () => Promise<HistoryService>): ConversionService => ({
  call: async (name, parameters) => (await open()).call(name, parameters),
  objects: {
    download: async (path) => (await open()).objects.download(path),
    upload: async (path, file) => (await open()).objects.upload(path, file),
    remove: async (path) => (await open()).objects.remove(path),
  },
  readAll: async (table) => (await open()).read(table, 'select=*&limit=1000'),
  readSome: async (table, after) =>
    (await open()).read(table, `select=*&order=id&limit=5${after === null ? '' : `&id=gt.${after}`}`),
  replace: async (table, id, stored, converted) => {
    try {
      const service = await open();
      const isReplaced = await service.call('convert_row', { of_table: table, id, stored, converted });
      return isReplaced === true ? 'replaced' : 'changed';
    } catch (error) {
      if (error instanceof ServiceRefusal && (await failureOf(error)).code === duplicate) return 'duplicate';
      throw error;
    }
  },
});
