import { brand } from '../../../../shared/brand.ts';
import { passkeySignIn } from './passkey-requests.ts';

/** Data that leaves the device. `requests.test.ts` and `e2e/web/outgoing-requests.spec.ts` find what is missing. */
export interface OutgoingData {
  readonly what: string;
  readonly why: string;
  /** Method and path; `*` matches anything. `WS` is a WebSocket message. */
  readonly requests: readonly string[];
  /** Field names in the body or, for a page, in its URL. Empty if only the session is sent. */
  readonly fields: readonly string[];
}

export interface RequestGroup {
  readonly title: string;
  readonly to: string;
  readonly entries: readonly OutgoingData[];
}

export const service = `To the service you opened ${brand} from, and no other host`;

export const requestGroups: readonly RequestGroup[] = [
  {
    title: 'When you open a page',
    to: service,
    entries: [
      {
        what: 'The URL of the page, with the chat, plan or next page in it.',
        why: 'Loads the page, its scripts, styles, icons and font. All come from the service.',
        requests: ['GET /*'],
        fields: ['billing', 'continue', 'demo', 'id', 'message', 'redirectTo', 'selected', 'tier'],
      },
      {
        what: 'None of your data.',
        why: 'After a failed request, checks whether the service works and whether the app has a new version.',
        requests: ['GET /readyz', 'GET /auth/v1/health', 'GET /chat'],
        fields: ['version'],
      },
      {
        what: 'None of your data.',
        why: 'Loads the URL of the service and the ways to sign in.',
        requests: ['GET /config.json', 'GET /auth/v1/settings'],
        fields: ['connection'],
      },
    ],
  },
  {
    title: 'When you sign up, sign in or try the demo',
    to: service,
    entries: [
      {
        what: 'Your name, email and password. The demo sends no email and no password.',
        why: 'Creates the account or the guest session. The password is stored as a hash.',
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
        what: 'Your email and password, or the code from a link. Later, the token that renews the session.',
        why: 'Signs you in and keeps you signed in.',
        requests: ['POST /auth/v1/token'],
        fields: ['auth_code', 'code_verifier', 'email', 'gotrue_meta_security', 'password', 'refresh_token'],
      },
      passkeySignIn,
      {
        what: 'Your email, or the code from an email.',
        why: 'Sends you an email, and checks its code.',
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
        why: "Opens its page, if this installation offers it. The provider's rules apply there.",
        requests: ['GET /auth/v1/authorize'],
        fields: ['code_challenge', 'code_challenge_method', 'provider', 'redirect_to'],
      },
      {
        what: 'Your session.',
        why: 'Signs you out, or checks whether you are still signed in and what you may do: your plan, your role, and any step that is required first. If the database seems outdated, checks its version.',
        requests: [
          'GET /auth/v1/user',
          'POST /auth/v1/logout',
          'POST /rest/v1/rpc/has_role',
          'POST /rest/v1/rpc/own_access',
          'POST /rest/v1/rpc/schema_version',
        ],
        fields: ['role_name'],
      },
    ],
  },
  {
    title: 'When you chat',
    to: service,
    entries: [
      {
        what: 'Your message with the recent part of that chat, and the model you picked. If you use your own key, this request includes it.',
        why: "The service forwards them to the provider that answers. It doesn't store your key, and its log contains no text.",
        requests: ['POST /functions/v1/chat/completions'],
        fields: ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'],
      },
      {
        what: 'A recording of your voice, only when you dictate or talk, and your device cannot recognize speech by itself. The sound of a video, only when you add its transcript.',
        why: 'The service forwards it to the provider that turns it into text, which comes back to you. It is neither stored nor logged. The button says where it goes before anything is recorded.',
        requests: ['POST /functions/v1/audio/transcriptions'],
        fields: ['(not JSON)'],
      },
      {
        what: 'The id of a running reply, and how much of it has arrived.',
        why: 'Continues a reply after a reload, on another device or after a lost connection, or stops it.',
        requests: [
          'GET /rest/v1/running_replies',
          'GET /functions/v1/chat/replies/*',
          'POST /functions/v1/chat/replies/*/stop',
        ],
        fields: [],
      },
      {
        what: 'The title of the chat and its model, and your message with the persona that you picked for it.',
        why: 'Saves your history, which only you can read. A temporary chat sends none of this.',
        requests: ['POST /rest/v1/chat_history', 'POST /rest/v1/chat_messages'],
        fields: [
          'chat_id',
          'content',
          'id',
          'model_id',
          'parameters',
          'parent_id',
          'project_id',
          'role',
          'title',
          'user_id',
          'vendor_id',
        ],
      },
      {
        what: 'The files of your message: images without their metadata, documents as they are, and the text that was read from them.',
        why: 'Stores them with the message. Files are read on this device, and sent only when you send the message.',
        requests: [
          'POST /storage/v1/object/attachments/*',
          'POST /storage/v1/upload/resumable',
          'HEAD /storage/v1/upload/resumable/*',
          'PATCH /storage/v1/upload/resumable/*',
          'DELETE /storage/v1/upload/resumable/*',
          'POST /rest/v1/message_attachments',
        ],
        fields: [
          '(not JSON)',
          'chat_id',
          'height',
          'id',
          'kind',
          'media_type',
          'message_id',
          'name',
          'object_path',
          'pages',
          'position',
          'size',
          'text',
          'width',
        ],
      },
      {
        what: 'None of your data.',
        why: 'Loads a file that is not on this device.',
        requests: ['GET /storage/v1/object/authenticated/attachments/*', 'GET /rest/v1/message_attachments'],
        fields: [],
      },
      {
        what: 'Which chat you have open.',
        why: 'Loads your chats, the models you can choose, your usage and the settings of the service.',
        requests: [
          'GET /rest/v1/chat_history',
          'GET /rest/v1/chat_messages',
          'HEAD /rest/v1/chat_messages',
          'POST /rest/v1/rpc/list_branch',
          'POST /rest/v1/rpc/count_branch',
          'POST /rest/v1/rpc/find_system_prompt',
          'POST /rest/v1/rpc/app_start',
          'POST /rest/v1/rpc/get_chat_usage',
          'POST /rest/v1/rpc/get_message_quota',
          'POST /rest/v1/rpc/get_usage_budget',
          'GET /rest/v1/ai_models',
          'GET /rest/v1/api_vendors',
          'GET /rest/v1/api_vendor_models',
          'GET /rest/v1/system_settings',
          'GET /functions/v1/models',
        ],
        fields: ['before', 'chat', 'max_chats', 'max_messages', 'max_pinned', 'project'],
      },
      {
        what: 'The words you search for, and the filters.',
        why: 'Finds them in your chats.',
        requests: ['POST /rest/v1/rpc/search_messages'],
        fields: [
          'archived',
          'before',
          'max_results',
          'model',
          'pinned',
          'project',
          'query',
          'since',
          'with_code',
        ],
      },
      {
        what: 'The new title, project, pin, archive state or model of a chat, and which chat or version you delete, show or branch.',
        why: 'Makes that change.',
        requests: [
          'PATCH /rest/v1/chat_history',
          'DELETE /rest/v1/chat_history',
          'POST /rest/v1/rpc/show_version',
          'POST /rest/v1/rpc/delete_version',
          'POST /rest/v1/rpc/fork_chat',
        ],
        fields: [
          'archived_at',
          'head',
          'message',
          'model_id',
          'new_chat',
          'pinned_at',
          'project_id',
          'since',
          'title',
          'updated_at',
          'vendor_id',
        ],
      },
      {
        what: 'The chats in a file that you import, a shared chat that you continue, or a chat whose deletion you undo.',
        why: 'Adds them to your history.',
        requests: ['POST /rest/v1/rpc/import_chats'],
        fields: ['chats'],
      },
      {
        what: 'What you typed or pasted into a quick action.',
        why: 'The service forwards it to the provider that answers, like a message.',
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
        what: 'The id of an image in one of your chats.',
        why: 'Loads the image when you open that chat.',
        requests: ['GET /functions/v1/images/*'],
        fields: [],
      },
      {
        what: 'Your session, and which tables to watch.',
        why: 'Keeps your windows and devices in sync.',
        requests: ['WS /realtime/v1/websocket'],
        fields: ['access_token', 'config'],
      },
      {
        what: 'A provider and a model; your own key when you enter one.',
        why: 'Tests whether the provider answers.',
        requests: ['POST /functions/v1/models/check'],
        fields: ['model', 'vendor'],
      },
    ],
  },
];
