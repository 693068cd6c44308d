import type { ConsoleParts } from '../console-parts.ts';

/** Fakes of the parts that other features provide. */
export const testParts: ConsoleParts = {
  ModelField: ({ label, none }) => (
    <p>
      {label}: {none}
    </p>
  ),
};
