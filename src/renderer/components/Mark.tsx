import { leafPath, leafTurns, stemPath } from './mark-paths.ts';

export interface MarkProps {
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Decorative, because the product name is always beside it. */
export function Mark({ size = 28, className }: MarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="2.3 3.4 27.4 27.4"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <g fill="currentColor">
        {leafTurns.map((turn) => (
          <path key={turn} d={leafPath} transform={`rotate(${turn} 16 15)`} />
        ))}
      </g>
      <path d={stemPath} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
