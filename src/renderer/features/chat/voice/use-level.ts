import { type RefObject, useEffect } from 'react';
import type { Microphone } from './microphone.ts';

/** Sets `--level` of an element to the microphone's volume (0 to 1) in each frame, without rendering. */
export function useLevel(
  element: RefObject<HTMLElement | null>,
  microphone: RefObject<Microphone | null>,
): void {
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const level = microphone.current?.readLevel() ?? 0;
      element.current?.style.setProperty('--level', level.toFixed(2));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [element, microphone]);
}
