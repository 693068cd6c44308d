// Kills a merge of an account with 10,000 chats at 20 points: each merge must be complete or without effect. `npm run
// prove -- merge [kills]`
import { prepareMerge } from '../../src/service/testing/kill-subjects.ts';
import { proveKills } from './lib/kill-proof.ts';

await proveKills('merge', (database) => prepareMerge(database, 10_000), false);
