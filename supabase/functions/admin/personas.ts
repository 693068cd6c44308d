import {
  maxPersonaRequestBytes,
  personaReplySchemas,
  personaRequestSchemas,
} from '../../../src/shared/admin/personas.ts';
import { toPersonaRow } from '../../../src/shared/personas/persona-row.ts';
import { defineActions } from './action.ts';

export const personaActions = defineActions(
  personaRequestSchemas,
  personaReplySchemas,
  {
    list: (_, { call }) => call('list_published_personas', {}),
    publish: ({ personas }, { call }) =>
      call('publish_personas', {
        personas: personas.map(({ id, known_revision, ...persona }) => ({
          id,
          known_revision,
          ...toPersonaRow(persona),
        })),
      }),
    remove: ({ id }, { call }) => call('unpublish_persona', { persona_id: id }),
  },
  maxPersonaRequestBytes,
);
