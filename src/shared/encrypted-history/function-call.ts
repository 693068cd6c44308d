import type { History } from './history.ts';
import type { Row, RowCipher } from './rows.ts';
import type { HistoryService } from './service.ts';

/** What a call of a database function needs to be encrypted. */
export interface FunctionCall {
  readonly parameters: Row;
  readonly history: History;
  readonly cipher: RowCipher;
  readonly service: HistoryService;
  /** Sends the call with these parameters, and returns what the service responds. */
  readonly send: (parameters: Row) => Promise<unknown>;
}
