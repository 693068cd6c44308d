import type { ProgramFields } from '../../program-fields.ts';

function callingOf({ tools = [], tool_choice: choice }: ProgramFields): unknown {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.function.name] };
  if (choice === 'required') return { mode: 'ANY' };
  if (choice === 'none') return { mode: 'NONE' };
  // The model always follows the schemas only in this mode and in `ANY`.
  if (tools.some(({ function: { strict } }) => strict)) return { mode: 'VALIDATED' };
  return choice === 'auto' ? { mode: 'AUTO' } : undefined;
}

/** Builds the fields for a program's tools, and for which of them the model must call. */
export function toolFields(fields: ProgramFields): Readonly<Record<string, unknown>> {
  if (!fields.tools) return {};
  const calling = callingOf(fields);
  const declarations = fields.tools.map(({ function: { name, description, parameters } }) => ({
    name,
    ...(description !== undefined && { description }),
    ...(parameters && { parametersJsonSchema: parameters }),
  }));
  return {
    tools: [{ functionDeclarations: declarations }],
    ...(calling !== undefined && { toolConfig: { functionCallingConfig: calling } }),
  };
}
