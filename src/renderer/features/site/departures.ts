import { brand } from '../../../shared/brand.ts';

/** Something that leaves the device. `e2e/web/leaves.spec.ts` reads these from the page and fails for any request beside them. */
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

const service = `To the service that you opened ${brand} from, and to no other host`;

export const departureTexts = {
  id: 'leaves',
  title: 'What leaves this device',
  lead: 'Every request that the app makes, who receives it and why. A test walks through the app, notes each request and fails when one is missing here.',
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
        fields: ['billing', 'demo', 'id', 'redirectTo', 'selected', 'tier'],
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
        what: 'Your e-mail address and password, later the token that renews the session.',
        why: 'Signs you in and keeps you signed in.',
        requests: ['POST /auth/v1/token'],
        fields: ['email', 'gotrue_meta_security', 'password', 'refresh_token'],
      },
      {
        what: 'Your session.',
        why: 'Ends it. Asks what you may do: your plan, your role, and whether something must be done first.',
        requests: [
          'POST /auth/v1/logout',
          'POST /rest/v1/rpc/current_plan',
          'POST /rest/v1/rpc/has_role',
          'POST /rest/v1/rpc/own_standing',
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
          'POST /rest/v1/rpc/list_branch',
          'GET /rest/v1/ai_models',
          'GET /rest/v1/api_vendors',
          'GET /rest/v1/api_vendor_models',
          'GET /rest/v1/system_settings',
          'GET /functions/v1/models',
        ],
        fields: ['chat', 'max_messages'],
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

/** What goes further, sent by the service or, with a key of your own, by the desktop app. */
export const providerGroup: DepartureGroup = {
  title: 'What the provider of the model receives',
  to: 'To the provider of the model that you picked, and to no other host',
  departures: [
    {
      what: 'Your message with the recent part of that chat, and the key that pays. Not your name, your e-mail address or your account.',
      why: 'It writes the reply. It has its own rules about what it keeps. The built-in demonstration model answers inside the service and sends nothing out.',
      requests: ['POST */chat/completions'],
      fields: ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'],
    },
  ],
};
