import type { ConsoleParts } from '../console-parts.ts';

/** The parts of the console that other features provide. */
export const testParts: ConsoleParts = {
  ModelField: ({ label, none }) => (
    <p>
      {label}: {none}
    </p>
  ),
};
