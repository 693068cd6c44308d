import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './appearance.css';
import { DirectionContext, MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { followAppearance } from '../lib/appearance.ts';
import { getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { onLanguage } from '../lib/language.ts';
import { theme, tokenVariables } from './mantine-theme.ts';

/** Makes Mantine use the app's color scheme without storing its own. */
function createColorSchemeManager(): MantineColorSchemeManager {
  let undo = () => {};
  return {
    get: getColorScheme,
    // Mantine sets the value that it was just notified of. Setting it again would loop.
    set: (choice) => {
      if (choice !== getColorScheme()) setColorScheme(choice);
    },
    subscribe: (onUpdate) => {
      undo = onColorScheme(onUpdate);
    },
    unsubscribe: () => undo(),
    clear: () => setColorScheme('auto'),
  };
}

const readDirection = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/** Provides Mantine. Must not be used on public pages, because Mantine would double their size. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  // The page and the toasts have separate providers, and each needs a separate manager.
  const [colorSchemeManager] = useState(createColorSchemeManager);
  const dir = useSyncExternalStore(onLanguage, readDirection);
  const direction = useMemo(() => ({ dir, setDirection: () => {}, toggleDirection: () => {} }), [dir]);
  useEffect(followAppearance, []);
  return (
    // Mantine's DirectionProvider would also change the page's direction.
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokenVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}
