type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

export function readCommandLine<const Known extends Options = Record<never, never>>(
  usage: string,
  options?: Known,
): { readonly [Name in keyof Known]?: Known[Name]['type'] extends 'string' ? string : boolean };
