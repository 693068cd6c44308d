export function ensureBuilt(...names: readonly ('web' | 'service' | 'desktop')[]): Promise<void>;
