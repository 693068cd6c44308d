/** Returns an array with room for at least `length` numbers. Doubles, so that growing stays cheap. */
export function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
