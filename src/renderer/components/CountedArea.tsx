import { countTexts as texts } from './field-texts.ts';
import { TextArea, type TextAreaProps } from './TextArea.tsx';

interface CountedAreaProps extends Omit<TextAreaProps, 'maxLength' | 'hint' | 'error'> {
  readonly value: string;
  /** Longer text is not cut, so that pasting loses nothing. Check it with `isTooLong` before saving. */
  readonly max: number;
}

export const isTooLong = (text: string, max: number): boolean => text.trim().length > max;

export function CountedArea({ max, ...area }: CountedAreaProps) {
  const count = { used: area.value.trim().length, max };
  return (
    <TextArea
      {...area}
      dir="auto"
      hint={texts.used(count)}
      error={isTooLong(area.value, max) ? texts.tooLong(count) : undefined}
    />
  );
}
