export const root: string;
export function nodeBinary(): string;
export function run(
  command: string,
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly quiet?: boolean },
): Promise<number>;
