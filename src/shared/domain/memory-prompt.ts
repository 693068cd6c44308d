const proposing = `If the user states a lasting fact about themselves that would help in later chats and is not in this list, end your reply with one line for each fact, in exactly this form:
[REMEMBER: the fact in one short sentence]
The user decides whether to keep it. Don't propose passing or sensitive facts, and don't mention these lines.`;

/**
 * Builds the part of the system prompt with the memories. Null if there are none and none may be proposed.
 * @param mayPropose whether the model may propose new ones
 */
export function memoryPrompt(facts: readonly string[], mayPropose: boolean): string | null {
  const lines = facts.map((fact) => `- ${fact.replace(/\s+/g, ' ').trim()}`);
  const list = lines.length > 0 ? [lines.join('\n')] : mayPropose ? ['Nothing yet.'] : [];
  const parts = mayPropose ? [...list, proposing] : list;
  return parts.length > 0 ? parts.join('\n\n') : null;
}
