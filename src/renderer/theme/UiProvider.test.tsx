import { useMantineColorScheme } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { UiProvider } from './UiProvider.tsx';

const Choice = () => <output>{useMantineColorScheme().colorScheme}</output>;

function startSystem() {
  const media = Object.assign(new EventTarget(), { matches: false, media: '' });
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
  onTestFinished(() => void vi.restoreAllMocks());
  onTestFinished(followColorScheme());
  return (isDark: boolean) => {
    media.matches = isDark;
    media.dispatchEvent(Object.assign(new Event('change'), { matches: isDark }));
  };
}

it("follows the system and the user's choice, in every part of the page that uses Mantine", () => {
  const failures: unknown[] = [];
  const onFailure = (event: ErrorEvent) => failures.push(event.error);
  window.addEventListener('error', onFailure);
  onTestFinished(() => window.removeEventListener('error', onFailure));
  const changeSystem = startSystem();
  render(
    <>
      <UiProvider>
        <Choice />
      </UiProvider>
      <UiProvider>
        <Choice />
      </UiProvider>
    </>,
  );
  act(() => changeSystem(true));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  act(() => setColorScheme('light'));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['light', 'light']);
  expect(failures).toEqual([]);
});
