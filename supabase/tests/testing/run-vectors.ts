// Prints which of the given vectors Deno does not reproduce.
import process from 'node:process';
import { checkVectors, type Vectors } from '../../../src/shared/vault/testing/check-vectors.ts';

process.stdout.write(JSON.stringify(await checkVectors(JSON.parse(process.argv[2] ?? '') as Vectors)));
