// Kills a bulk operation over 500 accounts at 20 points, without warning, and counts what each start finds.
// `npm run prove:bulk [kills]` ends with 1 when an account was done twice, or done without its note.
import { prepareBulk } from '../../src/service/testing/kill-subjects.ts';
import { proveKills } from './lib/kill-proof.ts';

await proveKills('bulk', Number(process.argv[2] ?? 20), (database) => prepareBulk(database, 500, 5), true);
