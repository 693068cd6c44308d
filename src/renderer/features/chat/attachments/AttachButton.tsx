import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { attachTexts } from './attach-texts.ts';

interface AttachButtonProps {
  readonly className: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the system's file picker, which includes the camera on phones. */
export function AttachButton({ className, onFiles }: AttachButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={attachTexts.attach}
        title={attachTexts.attach}
        onClick={() => field.current?.click()}
      >
        <IconPaperclip size={18} stroke={1.75} aria-hidden />
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Otherwise, selecting the same file again would not trigger an event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
