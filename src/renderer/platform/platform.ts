import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import type { Shell } from './shell.ts';
import type { OwnKeys } from './own-keys/own-keys.ts';
import type {
  CompletionRequest,
  CompletionResult,
  Delta,
  ResumeRequest,
} from '../../shared/completion/completion.ts';

/** The service's configuration, loaded at run time so that one build works with every service. */
export interface AppConfig {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** The demo account on the sign-in page (ACCT-022). Null if it is turned off. */
  readonly demo: { readonly email: string; readonly password: string; readonly name: string } | null;
  /** True if the service on the user's computer stores emails in its mailbox instead of sending them. */
  readonly keepsMails?: boolean;
  /** False on static hosts, which can't send the policy that the text recognizer needs. */
  readonly recognizesText?: boolean;
}

export interface CompleteChatOptions {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
  readonly accessToken: string;
  /**
   * The vendor's origin. An own key is used only for this origin. Ignored on the desktop, where the main process knows
   * the origin.
   */
  readonly endpointOrigin?: string;
}

export interface TranscribeOptions extends Omit<CompleteChatOptions, 'onDelta'> {
  /** The vendor's name. The active vendor by default. */
  readonly vendor?: string;
}

/** A server on this computer that runs models. */
export interface LocalModels {
  /** The server's name in `shared/providers/local-servers.ts`. */
  readonly name: string;
  readonly models: readonly OfferedModel[];
}

/** A session that the main process provides for the computer's owner. */
export interface OwnerSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Makes the desktop app store replies after their page is closed. */
export interface ReplyKeeper {
  /** Passes on the session's newest token, with which replies are stored. */
  readonly useToken: (accessToken: string) => void;
  /** Called before sign-out: ends the running replies of the token's user and stores them. Never rejects. */
  readonly settle: (accessToken: string) => Promise<void>;
  /**
   * Called after sign-out: deletes the replies of the token's user that are not stored yet. Never rejects.
   */
  readonly forget: (accessToken: string) => Promise<void>;
}

/**
 * The functions that the app needs from its environment, implemented once per target. Components check capabilities
 * instead of the target. Missing capabilities are null.
 */
export interface Platform {
  readonly loadConfig: () => Promise<AppConfig>;
  /** Identifies the service if several share one browser storage. Null if each has its own origin. */
  readonly service: string | null;
  /**
   * Requests a reply. Rejects with CompletionError after passing earlier text to `onDelta`. A stored reply
   * continues if the signal aborts or the connection is lost.
   */
  readonly completeChat: (
    request: CompletionRequest,
    options: CompleteChatOptions,
  ) => Promise<CompletionResult>;
  /** Reads a running or stored reply from a position. Rejects with `not_found` if there is none. */
  readonly resumeReply: (
    request: ResumeRequest,
    options: Pick<CompleteChatOptions, 'signal' | 'onDelta' | 'accessToken'>,
  ) => Promise<CompletionResult>;
  /** Stops a running reply, no matter which device requested it. The text so far is stored. */
  readonly stopReply: (replyId: string, options: Pick<CompleteChatOptions, 'accessToken'>) => Promise<void>;
  /** Null in a browser, where the gateway stores replies. */
  readonly replyKeeper: ReplyKeeper | null;
  /** Requests the text of recorded speech from a vendor. Rejects with CompletionError. */
  readonly transcribe: (recording: Blob, options: TranscribeOptions) => Promise<string>;
  readonly ownKeys: OwnKeys;
  /**
   * Lists the models of the user's own server. Empty if it is unreachable. Null in a browser, which can't call it: the
   * service lists only the models of vendors that it offers itself.
   */
  readonly listOwnModels:
    | ((
        vendor: string,
        options: { readonly accessToken: string; readonly signal: AbortSignal },
      ) => Promise<readonly OfferedModel[]>)
    | null;
  /** Lists the models of servers on this computer, by server name. Null in a browser, which must not call them. */
  readonly findLocalModels: (() => Promise<readonly LocalModels[]>) | null;
  /** UI state for the first paint: a cookie on the web, a setting on the desktop. */
  readonly uiState: {
    readonly get: (key: string) => string | null;
    readonly set: (key: string, value: string) => void;
  };
  readonly openExternal: (url: string) => Promise<void>;
  /** True if shortcuts such as Ctrl/Cmd+N don't conflict with a browser's. */
  readonly hasOwnWindow: boolean;
  /** Resolves with the file's name, which the user may choose, or with null if they canceled. */
  readonly saveTextFile: (name: string, text: string | Blob) => Promise<string | null>;
  /** Starts a system drag with a text file while the pointer is pressed. Null if unsupported. */
  readonly dragOut: ((name: string, text: string) => Promise<void>) | null;
  /** Opens the system's share menu with a text file. Null if the system has none. */
  readonly shareFile: ((name: string, text: string) => Promise<void>) | null;
  /** Resolves like `saveTextFile`. */
  readonly saveFile: (name: string, content: Blob) => Promise<string | null>;
  /** The absolute URL that emailed links and sign-in providers return to. */
  readonly authCallback: string;
  /** Opens a sign-in provider: `here` in this page, `elsewhere` in the user's browser. */
  readonly openSignIn: (url: string) => Promise<'here' | 'elsewhere'>;
  /**
   * Signs in the computer's owner without an account, on a desktop without a configured service. Null
   * elsewhere.
   */
  readonly ownerSession: (() => Promise<OwnerSession | null>) | null;
  /**
   * The script that makes the app work without a network. Null in development, and on the desktop, which doesn't need
   * it.
   */
  readonly serviceWorker: string | null;
  /** The desktop app. Null in a browser. */
  readonly shell: Shell | null;
}
