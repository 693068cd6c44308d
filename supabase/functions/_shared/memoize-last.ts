/**
 * Caches the result for the last text, for example an imported key, because importing one takes nearly a millisecond.
 */
export function memoizeLast<Result>(
  make: (text: string) => Promise<Result>,
): (text: string) => Promise<Result> {
  let last: { readonly text: string; readonly result: Promise<Result> } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: make(text) };
    return last.result;
  };
}
