import { PassageFinder } from '../../../../src/renderer/features/chat/projects/files/passage-finder.ts';

export interface PageSearch {
  /** The duration of each question in milliseconds, without the first, which waits for the index. */
  readonly times: readonly number[];
  readonly indexing: number;
  readonly longestTask: number;
}

let longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ entryTypes: ['longtask'] });

/** Waits, because the browser reports a long task some time after its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

/** Indexes the served files with the app's worker, then asks one question after another. */
export async function search(files: number, questions: readonly string[]): Promise<PageSearch> {
  await settle();
  longestTask = 0;
  const finder = new PassageFinder();
  const ids = Array.from({ length: files }, (_, number) => String(number));
  const read = async (id: string) => (await fetch(`/files/${id}`)).text();
  const ask = async (question: string) => {
    const start = performance.now();
    await finder.find({ projectId: 'project', files: ids, question, most: 8 }, read);
    return performance.now() - start;
  };
  const times: number[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one question at a time, like a user
  for (const question of questions) times.push(await ask(question));
  await settle();
  finder.close();
  const [indexing = 0, ...others] = times;
  return { times: others, indexing, longestTask };
}

Object.assign(globalThis, { search });
