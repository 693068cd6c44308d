import { type RequestGroup, service } from './requests.ts';

/** Requests of shared chats, the settings and the admin console. */
export const accountGroups: readonly RequestGroup[] = [
  {
    title: 'When you choose a plan',
    to: service,
    entries: [
      {
        what: 'Monthly or annual billing. Your address and card stay in the form.',
        why: 'Records the plan. The payment is simulated, so the card is not needed.',
        requests: ['POST /functions/v1/billing/subscribe'],
        fields: ['billing'],
      },
    ],
  },
  {
    title: 'When you share a chat, or open a link to one',
    to: service,
    entries: [
      {
        what: 'A chat that you share: its title, messages and what you include, encrypted in your browser. How long the link works.',
        why: 'Stores the encrypted copy for the people who get your link. The key is only in the link and is never sent.',
        requests: ['POST /rest/v1/shared_chats'],
        fields: ['chat_id', 'days', 'envelope', 'id'],
      },
      {
        what: 'Which link to a shared chat you revoke.',
        why: 'Shows your links, and deletes the shared copies.',
        requests: ['GET /rest/v1/shared_chats', 'DELETE /rest/v1/shared_chats'],
        fields: [],
      },
      {
        what: 'The id in a link to a shared chat, without the key after #.',
        why: 'Loads the encrypted chat, which your browser decrypts. The service counts openings, and stores nothing about you.',
        requests: ['POST /rest/v1/rpc/open_shared_chat'],
        fields: ['share'],
      },
    ],
  },
  {
    title: 'When you manage your account',
    to: service,
    entries: [
      {
        what: 'Your new name, email or password.',
        why: 'Changes it. A new password may need a code that we email you.',
        requests: ['PUT /auth/v1/user', 'GET /auth/v1/reauthenticate'],
        fields: ['code_challenge', 'code_challenge_method', 'data', 'email', 'nonce', 'password'],
      },
      {
        what: 'The name of your authenticator app, and the code that it shows.',
        why: 'Sets up, checks or removes the app.',
        requests: [
          'POST /auth/v1/factors',
          'POST /auth/v1/factors/*/challenge',
          'POST /auth/v1/factors/*/verify',
          'DELETE /auth/v1/factors/*',
        ],
        fields: ['challenge_id', 'code', 'factor_type', 'factorId', 'friendly_name', 'issuer'],
      },
      {
        what: 'Your session, and which other session you sign out.',
        why: 'Shows where you are signed in, your usage, who has viewed your account, and your plan.',
        requests: [
          'POST /rest/v1/rpc/list_sessions',
          'POST /rest/v1/rpc/end_session',
          'POST /rest/v1/rpc/count_hidden_chats',
          'POST /rest/v1/rpc/delete_hidden_chats',
          'POST /rest/v1/rpc/my_access_receipts',
          'POST /rest/v1/rpc/my_merge_request',
          'POST /rest/v1/rpc/answer_merge_request',
          'GET /rest/v1/subscriptions',
          'GET /rest/v1/support_consent',
          'GET /rest/v1/llm_api_keys',
        ],
        fields: ['agrees', 'before', 'max_results', 'session_id', 'target'],
      },
      {
        what: 'The name, title and text of the prompts that you save, change, import or delete.',
        why: 'Stores them in your account. Typing / or opening the list loads them, and those for everyone.',
        requests: [
          'GET /rest/v1/saved_prompts',
          'POST /rest/v1/saved_prompts',
          'PATCH /rest/v1/saved_prompts',
          'DELETE /rest/v1/saved_prompts',
          'GET /rest/v1/published_prompts',
        ],
        fields: ['id', 'name', 'text', 'title'],
      },
      {
        what: 'Your unsent text, only if you continue drafts on your other devices.',
        why: 'Stores it in your account until you send it or turn this setting off. The download of your data contains it.',
        requests: [
          'GET /rest/v1/shared_drafts',
          'POST /rest/v1/shared_drafts',
          'DELETE /rest/v1/shared_drafts',
        ],
        fields: ['chat_id', 'text'],
      },
      {
        what: 'The name, color, instructions and model of a project, or which project you delete.',
        why: 'Makes that change. Only you can read your projects.',
        requests: [
          'GET /rest/v1/projects',
          'POST /rest/v1/projects',
          'PATCH /rest/v1/projects',
          'DELETE /rest/v1/projects',
          'HEAD /rest/v1/chat_history',
        ],
        fields: ['archived_at', 'color', 'id', 'instructions', 'model_id', 'name', 'vendor_id'],
      },
      {
        what: 'The keys of your encrypted history, which only your device can decrypt. For each way to unlock: its kind, name, salt and, for a passkey, its id.',
        why: 'Turns encrypted history on, and unlocks it on your other devices. Passphrases, recovery words and what a passkey derives are never sent.',
        requests: [
          'GET /rest/v1/account_encryption',
          'POST /rest/v1/rpc/turn_on_encryption',
          'POST /rest/v1/rpc/add_unlock_method',
          'POST /rest/v1/rpc/remove_unlock_method',
          'POST /rest/v1/rpc/use_unlock_method',
        ],
        fields: ['method', 'methods', 'private_key', 'public_key', 'replaces'],
      },
      {
        what: 'Your existing chats and messages, while encrypted history is turned on or off: encrypted by your device, or decrypted by it.',
        why: 'Replaces what is stored, so that no unencrypted text is left, or none that you could not read without your keys.',
        requests: [
          'POST /rest/v1/rpc/start_turning_off',
          'POST /rest/v1/rpc/list_unconverted',
          'POST /rest/v1/rpc/convert_chats',
          'POST /rest/v1/rpc/convert_messages',
          'POST /rest/v1/rpc/convert_row',
          'POST /rest/v1/rpc/prepare_chat',
          'POST /rest/v1/rpc/finish_turning_on',
          'POST /rest/v1/rpc/finish_turning_off',
          'POST /rest/v1/rpc/find_system_message',
        ],
        fields: ['before', 'chat', 'chats', 'converted', 'id', 'messages', 'of_table', 'stored'],
      },
      {
        what: 'Your instructions: what models should know about you, and how they should answer.',
        why: 'Stores them in your account, sends them with your messages, and includes them in the download of your data.',
        requests: ['GET /rest/v1/account_instructions', 'POST /rest/v1/rpc/save_account_instructions'],
        fields: ['about', 'is_used', 'known_revision', 'style'],
      },
      {
        what: 'Facts that you asked to be remembered, and the messages that they came from. Only if you turn memory on.',
        why: 'Stores them in your account, sends them with your messages, and includes them in the download of your data. Nothing is stored unless you click Keep or Save.',
        requests: [
          'GET /rest/v1/memories',
          'POST /rest/v1/memories',
          'PATCH /rest/v1/memories',
          'DELETE /rest/v1/memories',
          'POST /rest/v1/rpc/use_memory',
        ],
        fields: ['chat_id', 'content', 'created_at', 'id', 'is_on', 'message_id'],
      },
      {
        what: 'Your personas: names, instructions, models, parameters and starter prompts.',
        why: 'Stores them in your account, and includes them in the download of your data. Typing @ or opening the list loads them, and those for everyone.',
        requests: [
          'GET /rest/v1/personas',
          'GET /rest/v1/published_personas',
          'POST /rest/v1/personas',
          'PATCH /rest/v1/personas',
          'DELETE /rest/v1/personas',
        ],
        fields: [
          'color',
          'id',
          'instructions',
          'model_id',
          'name',
          'parameters',
          'starters',
          'user_id',
          'vendor_id',
        ],
      },
      {
        what: 'Whether support may see your chats.',
        why: 'Turns it on or off. It is off until you turn it on.',
        requests: ['POST /rest/v1/rpc/set_support_consent'],
        fields: ['is_given'],
      },
      {
        what: 'Your session, and which part to load next.',
        why: 'Loads all data stored about you, so that you can download it.',
        requests: [
          'POST /rest/v1/rpc/export_account',
          'POST /rest/v1/rpc/export_chats',
          'POST /rest/v1/rpc/export_messages',
          'POST /rest/v1/rpc/read_message_image',
        ],
        fields: ['after', 'chat', 'image_id', 'only_hidden'],
      },
      {
        what: 'The name of an API key that you create, or which key you revoke.',
        why: 'Manages keys for your programs. The service stores a hash of each.',
        requests: [
          'POST /functions/v1/account/api-keys/create',
          'POST /functions/v1/account/api-keys/revoke',
        ],
        fields: ['id', 'name'],
      },
      {
        what: 'That you cancel your plan, or the phrase that confirms deleting your account.',
        why: 'Cancels the plan, or deletes the account with its chats.',
        requests: ['POST /functions/v1/billing/cancel', 'POST /functions/v1/account/delete'],
        fields: ['confirm'],
      },
    ],
  },
  {
    title: 'When an administrator uses the console',
    to: service,
    entries: [
      {
        what: 'What the administrator enters there.',
        why: 'Manages accounts, providers, models and settings. Each action is logged. When an administrator views an account, its user can see that.',
        requests: ['POST /functions/v1/admin/*'],
        fields: ['the fields of the form'],
      },
    ],
  },
];
