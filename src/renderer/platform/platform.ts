import type { OfferedModel } from '../../shared/providers/list-models.ts';
import type { Shell } from './shell.ts';
import type { OwnKeys } from './own-keys/own-keys.ts';
import type { CompletionRequest, CompletionResult, Delta } from '../../shared/completion/completion.ts';

/** What the app learns at run time about the service it talks to, so that one build serves every backend. */
export interface AppConfig {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Shown on the sign-in page (ACCT-022); null where the operator has switched the demo off. */
  readonly demo: { readonly email: string; readonly password: string; readonly name: string } | null;
  /** True where emails are not sent but stored in the mailbox of a service on the user's own computer. */
  readonly keepsMails?: boolean;
}

export interface CompleteChatOptions {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
  /** The user's access token, for the gateway. */
  readonly accessToken: string;
  /**
   * The origin that the vendor's key goes to, as the person saw it: a key of their own is used only for it. Main reads
   * the origin from the service by itself and ignores this one.
   */
  readonly endpointOrigin?: string;
}

/** A session handed over by the desktop's main process to the owner of this computer. */
export interface OwnerSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * What the app needs from where it runs, implemented once per target. Components ask for an ability;
 * none asks "am I in Electron?". An ability that a target lacks is null.
 */
export interface Platform {
  readonly loadConfig: () => Promise<AppConfig>;
  /** Identity of the service in use, where one browser storage serves several; null where each has an address of its own. */
  readonly service: string | null;
  /** Asks for a reply. Rejects with CompletionError; what came before is in the deltas already handed out. */
  readonly completeChat: (
    request: CompletionRequest,
    options: CompleteChatOptions,
  ) => Promise<CompletionResult>;
  /** Vendor keys of the user's own. */
  readonly ownKeys: OwnKeys;
  /** The models of the user's own server, as that server lists them; none when it cannot be reached from here. */
  readonly listOwnModels: (
    vendor: string,
    options: { readonly accessToken: string; readonly signal: AbortSignal },
  ) => Promise<readonly OfferedModel[]>;
  /** Small interface state that must be there before the first paint: a cookie on the web, the settings store on the desktop. */
  readonly uiState: {
    readonly get: (key: string) => string | null;
    readonly set: (key: string, value: string) => void;
  };
  readonly openExternal: (url: string) => Promise<void>;
  /** True where no browser keeps keys like Ctrl/Cmd+N for its own windows. */
  readonly hasOwnWindow: boolean;
  /** Saves a text file where the user wants it; false when the user cancelled. */
  readonly saveTextFile: (name: string, text: string | Blob) => Promise<boolean>;
  /** Begins a drag of the system with a text file, while the person holds the pointer; null where there is none. */
  readonly dragOut: ((name: string, text: string) => Promise<void>) | null;
  /** Saves a file of bytes where the user wants it; false when the user cancelled. */
  readonly saveFile: (name: string, content: Blob) => Promise<boolean>;
  /** Where mailed links and sign-in providers lead back to: an absolute address that reaches this app. */
  readonly authCallback: string;
  /** Leads to a sign-in provider: `here` in this very page, `elsewhere` in the user's browser, which leads back. */
  readonly openSignIn: (url: string) => Promise<'here' | 'elsewhere'>;
  /** Signs the owner in without an account, on a desktop with no service configured; null elsewhere. */
  readonly ownerSession: (() => Promise<OwnerSession | null>) | null;
  /** The desktop app around the page; null in a browser. */
  readonly shell: Shell | null;
}
