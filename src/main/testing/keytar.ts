// A fake of keytar that stores everything in memory.
const nameOf = (service: string, account: string) => `${service} ${account}`;

export const secrets = new Map<string, string>();

export const getPassword = async (service: string, account: string): Promise<string | null> =>
  secrets.get(nameOf(service, account)) ?? null;
export const setPassword = async (service: string, account: string, secret: string): Promise<void> =>
  void secrets.set(nameOf(service, account), secret);
export const deletePassword = async (service: string, account: string): Promise<boolean> =>
  secrets.delete(nameOf(service, account));
export const findCredentials = async (service: string): Promise<{ account: string }[]> =>
  [...secrets.keys()]
    .filter((name) => name.startsWith(nameOf(service, '')))
    .map((name) => ({ account: name.slice(nameOf(service, '').length) }));
