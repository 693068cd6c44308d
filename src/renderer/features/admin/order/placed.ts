/** The keys with one of them taken to the place of another; null where nothing changes. */
export function placed(keys: readonly string[], key: string, target: string): readonly string[] | null {
  const from = keys.indexOf(key);
  const to = keys.indexOf(target);
  if (from === -1 || to === -1 || from === to) return null;
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** The keys with one of them a place up (-1) or down (1); null where it cannot move. */
export function stepped(keys: readonly string[], key: string, by: -1 | 1): readonly string[] | null {
  const other = keys[keys.indexOf(key) + by];
  return other === undefined ? null : placed(keys, key, other);
}
