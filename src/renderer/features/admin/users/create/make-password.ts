// Neither 0 and O nor 1, l and I: it may be read out or written down.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupLength = 5;

/** A password by chance: twenty of 55 letters, some 115 bits, in groups that can be read out. */
export function makePassword(): string {
  const picked: string[] = [];
  const byte = new Uint8Array(1);
  // A byte beyond the last whole round of letters would make some letters likelier than others.
  const limit = 256 - (256 % letters.length);
  while (picked.length < groups * groupLength) {
    const [value = limit] = crypto.getRandomValues(byte);
    if (value < limit) picked.push(letters[value % letters.length] ?? '');
  }
  return Array.from({ length: groups }, (_, at) =>
    picked.slice(at * groupLength, (at + 1) * groupLength).join(''),
  ).join('-');
}
