/** Throws if a missing member is used, because `undefined` would hide this. */
export function rejectMissingMembers(name, part) {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON')
        return Reflect.get(target, key, target === receiver ? receiver : target);
      throw new Error(`[host] electron.${name}.${key} is not in the test host`);
    },
  });
}
