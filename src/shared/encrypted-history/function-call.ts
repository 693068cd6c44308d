import type { History } from './history.ts';
import type { Row, RowCipher } from './rows.ts';
import type { HistoryService } from './service.ts';

/** A call of a database function whose texts must be encrypted or decrypted. */
export interface FunctionCall {
  readonly parameters: Row;
  readonly history: History;
  readonly cipher: RowCipher;
  readonly service: HistoryService;
  /** Calls the function with these parameters. Resolves to the response. */
  readonly send: (parameters: Row) => Promise<unknown>;
}
