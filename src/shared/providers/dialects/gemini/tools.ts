import type { ProgramFields } from '../../program-fields.ts';

function callingOf({ tools = [], tool_choice: choice }: ProgramFields): unknown {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.function.name] };
  if (choice === 'required') return { mode: 'ANY' };
  if (choice === 'none') return { mode: 'NONE' };
  // Only in this mode and in `ANY` does the model always follow the schemas.
  if (tools.some(({ function: { strict } }) => strict)) return { mode: 'VALIDATED' };
  return choice === 'auto' ? { mode: 'AUTO' } : undefined;
}

/** The tools of a program's request, and which of them the model must call. */
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
