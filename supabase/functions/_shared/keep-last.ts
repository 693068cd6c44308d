/**
 * Remembers what the last text was made into. For secrets of the installation, which are the same at every request
 * while importing them costs a good part of a millisecond before each first byte.
 */
export function keepLast<Made>(make: (text: string) => Promise<Made>): (text: string) => Promise<Made> {
  let last: { readonly text: string; readonly made: Promise<Made> } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
