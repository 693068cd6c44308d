// Kills a bulk operation on 500 accounts at 20 points: it must process and log each account exactly once. `npm run
// prove -- bulk [kills]`
import { prepareBulk } from '../../src/service/testing/kill-subjects.ts';
import { proveKills } from './lib/kill-proof.ts';

await proveKills('bulk', (database) => prepareBulk(database, 500, 5), true);
