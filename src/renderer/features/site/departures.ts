import { brand } from '../../../shared/brand.ts';

/**
 * Something that leaves the device. `departures.test.ts` holds the list against every request in the source;
 * `e2e/web/leaves.spec.ts` reads it from the page and fails for any request of a walk through the app beside it.
 */
export interface Departure {
  readonly what: string;
  readonly why: string;
  /** Method and path; a star stands for what differs from time to time. `WS` is what a websocket sends. */
  readonly requests: readonly string[];
  /** The names in the body or, for a page, in its address. None: the request carries nothing but the session. */
  readonly fields: readonly string[];
}

export interface DepartureGroup {
  readonly title: string;
  readonly to: string;
  readonly departures: readonly Departure[];
}

export const service = `To the service that you opened ${brand} from, and to no other host`;

export const departureTexts = {
  id: 'leaves',
  title: 'What leaves this device',
  lead: 'Every request that the app makes, who receives it and why. One test reads them from the source, another walks through the app and notes them: each fails when one is missing here.',
  where: 'Request',
  fields: 'Carries',
  none: 'nothing but your session',
} as const;

export const departureGroups: readonly DepartureGroup[] = [
  {
    title: 'When you open a page',
    to: service,
    departures: [
      {
        what: 'The address of the page, with the chat, plan or next page that it names.',
        why: 'Brings the page, its scripts, styles, icons and typeface. All come from here.',
        requests: ['GET /*'],
        fields: ['billing', 'demo', 'id', 'message', 'redirectTo', 'selected', 'tier'],
      },
      {
        what: 'No data of yours.',
        why: 'Asks where the service is, and which ways to sign in it offers.',
        requests: ['GET /config.json', 'GET /auth/v1/settings'],
        fields: [],
      },
    ],
  },
  {
    title: 'When you sign up, sign in or try the demo',
    to: service,
    departures: [
      {
        what: 'Your name, e-mail address and password. The demo sends no address and no password, only that it is one.',
        why: 'Makes the account or the guest session. The password is kept as a hash.',
        requests: ['POST /auth/v1/signup'],
        fields: [
          'code_challenge',
          'code_challenge_method',
          'data',
          'email',
          'gotrue_meta_security',
          'password',
        ],
      },
      {
        what: 'Your e-mail address and password, or the code of a link; later the token that renews the session.',
        why: 'Signs you in and keeps you signed in.',
        requests: ['POST /auth/v1/token'],
        fields: ['auth_code', 'code_verifier', 'email', 'gotrue_meta_security', 'password', 'refresh_token'],
      },
      {
        what: 'Your e-mail address, or the code from a mail.',
        why: 'Sends a mail to you, and takes the code that it brought.',
        requests: [
          'POST /auth/v1/otp',
          'POST /auth/v1/recover',
          'POST /auth/v1/resend',
          'POST /auth/v1/verify',
        ],
        fields: ['code_challenge', 'code_challenge_method', 'email', 'gotrue_meta_security', 'token', 'type'],
      },
      {
        what: 'The name of the provider that you sign in with.',
        why: 'Leads to its page, where this installation offers one. From there on its rules count.',
        requests: ['GET /auth/v1/authorize'],
        fields: ['code_challenge', 'code_challenge_method', 'provider', 'redirect_to'],
      },
      {
        what: 'Your session.',
        why: 'Ends it. Asks whether it still counts, and what you may do: your plan, your role, and whether something must be done first. Asks how old its database is, when it lacks something.',
        requests: [
          'GET /auth/v1/user',
          'POST /auth/v1/logout',
          'POST /rest/v1/rpc/current_plan',
          'POST /rest/v1/rpc/has_role',
          'POST /rest/v1/rpc/own_standing',
          'POST /rest/v1/rpc/schema_version',
          'POST /rest/v1/rpc/session_requirement',
        ],
        fields: ['role_name'],
      },
    ],
  },
  {
    title: 'When you chat',
    to: service,
    departures: [
      {
        what: 'Your message with the recent part of that chat, and which model you picked. A key of your own goes with this one call.',
        why: 'The service passes them on to the provider that answers. It does not keep your key, and its log holds no text.',
        requests: ['POST /functions/v1/chat/completions'],
        fields: ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'],
      },
      {
        what: 'The title of the chat, your message and the reply.',
        why: 'Keeps your history, for you alone. A temporary chat sends none of this.',
        requests: ['POST /rest/v1/chat_history', 'POST /rest/v1/chat_messages'],
        fields: [
          'chat_id',
          'content',
          'id',
          'model_id',
          'parent_id',
          'project_id',
          'role',
          'status',
          'title',
          'unavailable_vendor',
          'user_id',
          'vendor_id',
        ],
      },
      {
        what: 'Which chat you have open.',
        why: 'Brings your chats, the models that you can choose and the settings of the service.',
        requests: [
          'GET /rest/v1/chat_history',
          'GET /rest/v1/chat_messages',
          'HEAD /rest/v1/chat_messages',
          'POST /rest/v1/rpc/list_branch',
          'POST /rest/v1/rpc/count_branch',
          'POST /rest/v1/rpc/find_system_prompt',
          'GET /rest/v1/ai_models',
          'GET /rest/v1/api_vendors',
          'GET /rest/v1/api_vendor_models',
          'GET /rest/v1/system_settings',
          'GET /functions/v1/models',
        ],
        fields: ['before', 'chat', 'max_messages'],
      },
      {
        what: 'The words that you look for.',
        why: 'Finds them in your chats.',
        requests: ['POST /rest/v1/rpc/search_messages'],
        fields: ['max_results', 'query'],
      },
      {
        what: 'The new title or pin of a chat; which chat or version you delete, show or branch off.',
        why: 'Does it.',
        requests: [
          'PATCH /rest/v1/chat_history',
          'DELETE /rest/v1/chat_history',
          'POST /rest/v1/rpc/show_version',
          'POST /rest/v1/rpc/delete_version',
          'POST /rest/v1/rpc/fork_chat',
        ],
        fields: ['message', 'new_chat', 'pinned_at', 'title', 'updated_at'],
      },
      {
        what: 'The chats in a file that you import, or the one whose deletion you undo.',
        why: 'Adds them to your history.',
        requests: ['POST /rest/v1/rpc/import_chats'],
        fields: ['chats'],
      },
      {
        what: 'What you typed or pasted into a quick action.',
        why: 'The service passes it on to the provider that answers, as it does with a message.',
        requests: [
          'POST /functions/v1/image-generation',
          'POST /functions/v1/text-summarization',
          'POST /functions/v1/data-analysis',
          'POST /functions/v1/code-assistance',
          'POST /functions/v1/advice-generation',
        ],
        fields: [
          'analysisType',
          'category',
          'chartType',
          'code',
          'complexity',
          'data',
          'depth',
          'format',
          'language',
          'length',
          'prompt',
          'quality',
          'question',
          'size',
          'task',
          'text',
          'tone',
        ],
      },
      {
        what: 'Which of your pictures is on the screen.',
        why: 'Brings a picture that was made in a chat of yours.',
        requests: ['GET /functions/v1/images/*'],
        fields: [],
      },
      {
        what: 'Your session, and which of your tables to watch.',
        why: 'Keeps your windows and devices in step.',
        requests: ['WS /realtime/v1/websocket'],
        fields: ['access_token', 'config'],
      },
      {
        what: 'A provider and a model; a key of your own when you enter one.',
        why: 'Asks whether the provider answers before you wait for it.',
        requests: ['POST /functions/v1/models/check'],
        fields: ['model', 'vendor'],
      },
    ],
  },
  {
    title: 'When you choose a plan',
    to: service,
    departures: [
      {
        what: 'Monthly or annual. Your address and card stay in the form.',
        why: 'Records the plan. The payment is simulated, so nobody needs the card.',
        requests: ['POST /functions/v1/billing/subscribe'],
        fields: ['billing'],
      },
    ],
  },
];
