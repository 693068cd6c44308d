/**
 * Encodes the values that the preload and the main process exchange. Plain JSON is not enough, because IPC preserves
 * `undefined`, dates and bytes. The source is also evaluated inside the page, so it must not use imports or globals of
 * Node.
 */
export function encode(value) {
  const seen = new Set();
  const pack = (one) => {
    if (one === undefined) return { $: 'undefined' };
    if (one === null || typeof one === 'boolean' || typeof one === 'string') return one;
    if (typeof one === 'number')
      return Number.isFinite(one) && !Object.is(one, -0) ? one : { $: 'number', v: String(one) };
    if (typeof one === 'bigint') return { $: 'bigint', v: String(one) };
    if (typeof one !== 'object' || seen.has(one)) throw new Error('An object could not be cloned.');
    seen.add(one);
    try {
      if (Array.isArray(one)) return one.map(pack);
      if (one instanceof Date) return { $: 'date', v: one.getTime() };
      if (one instanceof Error) return { $: 'error', v: one.message };
      if (one instanceof Uint8Array) return { $: 'bytes', v: [...one] };
      if (one instanceof Promise) throw new Error('An object could not be cloned.');
      return {
        $: 'object',
        v: Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, pack(inner)])),
      };
    } finally {
      seen.delete(one);
    }
  };
  return JSON.stringify(pack(value));
}

export function decode(text) {
  const unpack = (one) => {
    if (one === null || typeof one !== 'object') return one;
    if (Array.isArray(one)) return one.map(unpack);
    switch (one.$) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(one.v);
      case 'bigint':
        return BigInt(one.v);
      case 'date':
        return new Date(one.v);
      case 'error':
        return new Error(one.v);
      case 'bytes':
        return Uint8Array.from(one.v);
      default:
        return Object.fromEntries(Object.entries(one.v).map(([key, inner]) => [key, unpack(inner)]));
    }
  };
  return unpack(JSON.parse(text));
}
