import { type DepartureGroup, service } from './departures.ts';

/** What the account page sends, and the console of administrators. */
export const accountGroups: readonly DepartureGroup[] = [
  {
    title: 'When you look after your account',
    to: service,
    departures: [
      {
        what: 'Your new name, e-mail address or password.',
        why: 'Changes it. A new password may need a code that is mailed to you.',
        requests: ['PUT /auth/v1/user', 'GET /auth/v1/reauthenticate'],
        fields: ['code_challenge', 'code_challenge_method', 'data', 'email', 'nonce', 'password'],
      },
      {
        what: 'The name of your authenticator, and the code that it shows.',
        why: 'Adds a second factor, asks for it and removes it.',
        requests: [
          'POST /auth/v1/factors',
          'POST /auth/v1/factors/*/challenge',
          'POST /auth/v1/factors/*/verify',
          'DELETE /auth/v1/factors/*',
        ],
        fields: ['challenge_id', 'code', 'factor_type', 'factorId', 'friendly_name', 'issuer'],
      },
      {
        what: 'Your session, and which other one you end.',
        why: 'Shows where you are signed in, what you have used, who has looked at your data, and your plan.',
        requests: [
          'POST /rest/v1/rpc/list_sessions',
          'POST /rest/v1/rpc/end_session',
          'POST /rest/v1/rpc/get_message_quota',
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
        what: 'Whether support may see your chats.',
        why: 'Switches it on or off. It is off until you say so.',
        requests: ['POST /rest/v1/rpc/set_support_consent'],
        fields: ['is_given'],
      },
      {
        what: 'Your session, and which part comes next.',
        why: 'Brings all that is kept about you, for a file of your own.',
        requests: [
          'POST /rest/v1/rpc/export_account',
          'POST /rest/v1/rpc/export_chats',
          'POST /rest/v1/rpc/export_messages',
          'POST /rest/v1/rpc/read_message_image',
        ],
        fields: ['after', 'chat', 'image_id', 'only_hidden'],
      },
      {
        what: 'The name of an API key that you make; which one you end.',
        why: 'Makes keys for your own programs. The service keeps a hash of each.',
        requests: [
          'POST /functions/v1/account/api-keys/create',
          'POST /functions/v1/account/api-keys/revoke',
        ],
        fields: ['id', 'name'],
      },
      {
        what: 'That you cancel your plan, or delete your account, typed out.',
        why: 'Does it. A deleted account takes its chats with it.',
        requests: ['POST /functions/v1/billing/cancel', 'POST /functions/v1/account/delete'],
        fields: ['confirm'],
      },
    ],
  },
  {
    title: 'When an administrator works in the console',
    to: service,
    departures: [
      {
        what: 'What the administrator types and chooses there.',
        why: 'Looks after accounts, providers, models and settings. Each act is recorded; looking at an account leaves a receipt that its owner can read.',
        requests: ['POST /functions/v1/admin/*'],
        fields: ['the fields of the form'],
      },
    ],
  },
];
