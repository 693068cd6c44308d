import { parseEnvironment } from '../../environment.ts';
import { moveInstallation } from '../move.ts';
import { openSource } from '../source.ts';
import { openTarget, parseTarget } from '../target.ts';
import type { MovePlace } from './move-kills.ts';

/** Runs a move in a separate process and reports each batch, so that tests can kill it at a known point. */
const { to, limits, sources, templates } = JSON.parse(process.argv[2] ?? '') as MovePlace;
const environment = parseEnvironment(process.env);
const source = await openSource(environment);
const place = parseTarget(to, process.env, environment);
await moveInstallation(source, () => openTarget(place, sources, templates), {
  sources,
  limits,
  signal: new AbortController().signal,
  onBatch: () => process.send?.('batch'),
});
await source.database.close();
