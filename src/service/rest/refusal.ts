import type { Problem } from './problem.ts';

/** A request that is refused before anything is stored; `problem` is what the client reads. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** The request asks for more than a limit allows; `sentence` names the limit. The code is SQL's "program limit exceeded". */
export const overLimit = (sentence: string, hint?: string): Refusal =>
  new Refusal(400, { code: '54000', message: sentence, hint });

/** The request uses a part of PostgREST that is left out on purpose. The code is SQL's "feature not supported". */
export const notSupported = (sentence: string, hint?: string): Refusal =>
  new Refusal(400, { code: '0A000', message: sentence, hint });

/** The query string cannot be read. */
export const unreadable = (parameter: string, details: string): Refusal =>
  new Refusal(400, { code: 'PGRST100', message: `failed to parse ${parameter}`, details });
