import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { Button } from './Button.tsx';

interface JsonFileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly fieldLabel: string;
  readonly onFile: (file: File) => void;
}

/** Opens the system's file picker. */
export function JsonFileButton({ fieldLabel, onFile, ...button }: JsonFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Otherwise, selecting the same file again would not trigger an event.
    currentTarget.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={fieldLabel}
        onChange={onChange}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
