/** The project whose default persona is in the draft of the new chat. Messages that are sent before wait for it. */
export const appliedDefaults: { projectId: string | null } = { projectId: null };
