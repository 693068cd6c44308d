import { IconScreenshot } from '@tabler/icons-react';
import { showToast } from '../../../lib/toast.ts';
import type { Shell } from '../../../platform/shell.ts';
import { chatToasts } from '../texts.ts';
import { attachTexts } from './attach-texts.ts';

interface ScreenshotButtonProps {
  readonly className: string | undefined;
  readonly shell: Pick<Shell, 'captureScreen'>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Attaches an image of a screen or window, which the user chooses from a menu of the desktop app. */
export function ScreenshotButton({ className, shell, onFiles }: ScreenshotButtonProps) {
  const capture = async (button: Element) => {
    const { left, top } = button.getBoundingClientRect();
    const png = await shell.captureScreen({ x: Math.round(left), y: Math.round(top) });
    if (png === null) return;
    const time = new Date().toTimeString().slice(0, 'hh:mm:ss'.length).replaceAll(':', '.');
    onFiles([new File([png], `${attachTexts.screenshotName({ time })}.png`, { type: 'image/png' })]);
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={attachTexts.screenshot}
      title={attachTexts.screenshot}
      onClick={({ currentTarget }) => {
        capture(currentTarget).catch(({ message }: Error) => showToast(chatToasts.refused({ message })));
      }}
    >
      <IconScreenshot size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
