import { useSyncExternalStore } from 'react';
import { colorSchemes, getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { Choice } from './Choice.tsx';
import { choiceTexts as texts } from './texts.ts';

export function ColorSchemeControl() {
  const chosen = useSyncExternalStore(onColorScheme, getColorScheme, () => 'auto' as const);
  return (
    <Choice
      label={texts.scheme}
      options={colorSchemes}
      texts={texts.schemes}
      chosen={chosen}
      onChoose={setColorScheme}
    />
  );
}
