import { useCallback, useRef, useState } from 'react';
import { platform } from '../platform/index.ts';

/** In pixels. `standard` is 16rem. */
export const sidebarWidths = { min: 208, standard: 256, max: 448 } as const;

const clamp = (width: number): number =>
  Math.round(Math.min(Math.max(width, sidebarWidths.min), sidebarWidths.max));

function readWidth(stateKey: string): number {
  const width = Number(platform.uiState.get(stateKey));
  return width > 0 ? clamp(width) : sidebarWidths.standard;
}

/**
 * Returns the sidebar's width on this device. `resize` shows another width, `save` stores it.
 *
 * @param stateKey the name of the cookie (web) or of the setting (desktop)
 */
export function useSidebarWidth(stateKey: string) {
  const [width, setWidth] = useState(() => readWidth(stateKey));
  const latest = useRef(width);
  const resize = useCallback((next: number) => {
    latest.current = clamp(next);
    setWidth(latest.current);
  }, []);
  const save = useCallback(() => platform.uiState.set(stateKey, String(latest.current)), [stateKey]);
  return { width, resize, save };
}
