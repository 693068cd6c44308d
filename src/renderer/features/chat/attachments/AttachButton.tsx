import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { attachTexts } from './attach-texts.ts';

interface AttachButtonProps {
  readonly className: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the system's choice of files; on a phone also its camera. */
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
          // Otherwise the same file could not be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
