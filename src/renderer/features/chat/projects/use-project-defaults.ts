import { useEffect, useEffectEvent } from 'react';
import { areSameParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { isSameModel, type ModelChoice } from '../../../lib/model-choice.ts';
import { usePersonas } from '../../../lib/personas.ts';
import { useChatEngine } from '../chat-context.ts';
import { newChatModel, readDraftModel, writeDraftModel } from '../draft-models.ts';
import { readDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { withPersona } from '../personas/with-persona.ts';
import { appliedDefaults } from './applied-defaults.ts';
import type { Project } from './project.ts';

/** Sets the project's persona and model for the new chat, unless the user has chosen others. */
export function useProjectDefaults(project: Project | null | undefined): void {
  const { userId } = useChatEngine();
  const id = project?.personaId ?? null;
  const { data } = usePersonas(userId, id !== null);
  const persona = (id !== null && data?.find((listed) => listed.id === id)) || null;
  useProjectPersona(persona);
  useProjectModel(project?.model ?? persona?.model ?? null);
  const appliedId = project && (id === null || data) ? project.id : null;
  useEffect(() => {
    appliedDefaults.projectId = appliedId;
    return () => void (appliedDefaults.projectId = null);
  }, [appliedId]);
}

function useProjectPersona(persona: StoredPersona | null): void {
  const { drafts } = useChatEngine();
  const change = useEffectEvent((from: StoredPersona | null, to: StoredPersona | null) => {
    const parameters = readDraftParameters(drafts, newChatDraft);
    // Keeps parameters that the user has entered.
    if (areSameParameters(parameters, withPersona(parameters, from)))
      writeDraftParameters(drafts, newChatDraft, withPersona(parameters, to));
  });
  useEffect(() => {
    if (!persona) return;
    change(null, persona);
    // Otherwise, the next chat outside the project would have its persona.
    return () => change(persona, null);
  }, [persona]);
}

/** Selects the project's model for the new chat, unless the user has selected one. */
function useProjectModel(model: ModelChoice | null): void {
  const { drafts } = useChatEngine();
  const select = useEffectEvent(() => {
    if (model && !readDraftModel(drafts, newChatModel)) writeDraftModel(drafts, newChatModel, model);
  });
  /** Deselects the model. Otherwise, the next chat outside the project would have it. */
  const deselect = useEffectEvent((selected: ModelChoice) => {
    if (isSameModel(readDraftModel(drafts, newChatModel), selected))
      writeDraftModel(drafts, newChatModel, null);
  });
  useEffect(() => {
    if (!model) return;
    select();
    return () => deselect(model);
  }, [model]);
}
