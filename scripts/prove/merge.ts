// Kills a merge of an account with 10,000 chats at 20 points, without warning, and counts what each start finds.
// `npm run prove:merge [kills]` ends with 1 when anything was done by halves.
import { prepareMerge } from '../../src/service/testing/kill-subjects.ts';
import { proveKills } from './lib/kill-proof.ts';

await proveKills('merge', Number(process.argv[2] ?? 20), (database) => prepareMerge(database, 10_000), false);
