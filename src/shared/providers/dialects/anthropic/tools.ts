import { parametersOf, type ProgramFields } from '../../program-fields.ts';

function choiceOf({ tool_choice: choice, parallel_tool_calls: isParallel }: ProgramFields): unknown {
  const single = isParallel === false && { disable_parallel_tool_use: true };
  if (typeof choice === 'object') return { type: 'tool', name: choice.function.name, ...single };
  if (choice === 'required') return { type: 'any', ...single };
  if (choice === 'none') return { type: 'none' };
  return choice === 'auto' || single ? { type: 'auto', ...single } : undefined;
}

/** Builds the fields for a program's tools, and for which of them the model must call. */
export function toolFields(fields: ProgramFields): Readonly<Record<string, unknown>> {
  const { tools } = fields;
  if (!tools) return {};
  const choice = choiceOf(fields);
  return {
    tools: tools.map((tool) => {
      const { name, description, strict } = tool.function;
      return {
        name,
        ...(description !== undefined && { description }),
        input_schema: parametersOf(tool),
        ...(strict && { strict }),
      };
    }),
    ...(choice !== undefined && { tool_choice: choice }),
  };
}
