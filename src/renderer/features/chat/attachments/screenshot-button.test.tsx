import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { ScreenshotButton } from './ScreenshotButton.tsx';

function openButton(options: Parameters<typeof createFakeShell>[0]) {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  const shell = createFakeShell(options);
  const app = renderApp(
    <UiProvider>
      <ScreenshotButton className={undefined} shell={shell} onFiles={onFiles} />
    </UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Take a screenshot' });
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(12.4, 700.6, 36, 36));
  button.focus();
  return { ...app, shell, onFiles };
}

it('the chosen screen is attached as an image, with the time in its name', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 14, 5, 33), toFake: ['Date'] });
  const { user, shell, onFiles } = openButton({ capture: new Uint8Array([1, 2, 3]) });
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledOnce());
  const [file] = onFiles.mock.calls[0]![0];
  expect([file?.name, file?.type, file?.size]).toEqual(['Screenshot 14.05.33.png', 'image/png', 3]);
  expect(shell.calls).toEqual([['capture', { x: 12, y: 701 }]]);
});

it('a closed menu attaches nothing, and a denied permission is explained', async () => {
  const closed = openButton({});
  await closed.user.keyboard('{Enter}');
  await vi.waitFor(() => expect(closed.shell.calls).toHaveLength(1));
  expect(closed.onFiles).not.toHaveBeenCalled();
  closed.unmount();
  const { user, onFiles } = openButton({ refusal: "Clover isn't allowed to capture the screen." });
  await user.keyboard('{Enter}');
  expect(await screen.findByText("Clover isn't allowed to capture the screen.")).toBeVisible();
  expect(onFiles).not.toHaveBeenCalled();
});
