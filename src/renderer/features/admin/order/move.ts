/** Returns the new order, or null if nothing changes. */
export function moveTo(keys: readonly string[], key: string, target: string): readonly string[] | null {
  const from = keys.indexOf(key);
  const to = keys.indexOf(target);
  if (from === -1 || to === -1 || from === to) return null;
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** Moves a key up (-1) or down (1). Returns null at the ends of the list. */
export function moveBy(keys: readonly string[], key: string, by: -1 | 1): readonly string[] | null {
  const other = keys[keys.indexOf(key) + by];
  return other === undefined ? null : moveTo(keys, key, other);
}
