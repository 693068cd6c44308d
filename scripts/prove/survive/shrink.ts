import type { History } from './acts.ts';
import type { Lane } from './lane.ts';
import { runHistory, type Outcome } from './run-history.ts';

/** Returns the broken promises: the words before the failures' colons. */
const promisesOf = ({ failures }: Outcome) => new Set(failures.map((failure) => failure.split(':')[0]));

/**
 * Removes steps and acts while the history still breaks one of the same promises, to make the cause easier to find.
 * Histories depend on time, so the result may differ between runs.
 */
export async function shrink(lane: Lane, failed: Outcome, log: (line: string) => void): Promise<Outcome> {
  const promises = promisesOf(failed);
  let best = failed;
  const fails = async (history: History): Promise<boolean> => {
    const outcome = await runHistory(lane, history);
    const isSame = [...promisesOf(outcome)].some((promise) => promises.has(promise));
    if (isSame) best = outcome;
    log(`${history.steps.flat().length} acts: ${isSame ? 'still fails' : 'passes'}`);
    return isSame;
  };
  // Start at the end, because later acts depend on earlier ones.
  for (let place = failed.history.steps.length - 1; place > 0; place -= 1) {
    const { history } = best;
    await fails({ ...history, steps: history.steps.filter((_, index) => index !== place) });
  }
  for (let place = best.history.steps.length - 1; place >= 0; place -= 1) {
    for (let act = (best.history.steps[place]?.length ?? 0) - 1; act >= 0; act -= 1) {
      const { history } = best;
      if (history.steps[place]?.length === 1) continue;
      const steps = history.steps.map((step, index) =>
        index === place ? step.filter((_, other) => other !== act) : step,
      );
      await fails({ ...history, steps });
    }
  }
  return best;
}
