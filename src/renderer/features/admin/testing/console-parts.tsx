import type { ConsoleParts } from '../console-parts.ts';

export const testParts: ConsoleParts = {
  ModelField: ({ label, none }) => (
    <p>
      {label}: {none}
    </p>
  ),
};
