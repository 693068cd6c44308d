// Requests that change projects.
export const projectChanges = {
  what: 'The name, color, instructions, model and persona of a project, or which project you delete.',
  why: 'Makes that change. Only you can read your projects.',
  requests: [
    'GET /rest/v1/projects',
    'POST /rest/v1/projects',
    'PATCH /rest/v1/projects',
    'DELETE /rest/v1/projects',
    'HEAD /rest/v1/chat_history',
  ],
  fields: [
    'archived_at',
    'color',
    'id',
    'instructions',
    'model_id',
    'name',
    'persona_id',
    'user_id',
    'vendor_id',
  ],
};
