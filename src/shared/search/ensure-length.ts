/**
 * Returns an array of at least `length` numbers. A longer array has at least twice the length, so that adding numbers
 * one by one needs few copies.
 */
export function ensureLength(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
