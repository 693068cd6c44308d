import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readClaims } from '../shared/domain/token-claims.ts';
import { maximumPasswordBytes, minimumPasswordLength, type AddressLimits } from './auth/settings.ts';

const defaultHost = '127.0.0.1';
const loopbackHosts = new Set([defaultHost, '::1', 'localhost']);

/** Treats an empty variable as unset, as in `PORT= npm start`. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

const origin = url(['http:', 'https:']).transform((value) => new URL(value).origin);

/**
 * `mail@example.org` or `Clover <mail@example.org>`. The name can't contain other characters, because they could make
 * it look like a second email.
 */
const sender = z.string().refine((value) => {
  const [, name, address] = /^(?:([\p{L}\p{N} ._'-]{1,80}) <)?([^\s<>,;:"]{3,254})>?$/u.exec(value) ?? [];
  return z.email().safeParse(address).success && (name === undefined) === !value.endsWith('>');
}, 'must be an email, such as mail@example.org or Clover <mail@example.org>');

/** Returns the user name in an SMTP URL if it is an email. */
function userAddress(smtpUrl: string): string | null {
  const user = URL.canParse(smtpUrl) ? new URL(smtpUrl).username.replaceAll('%40', '@') : '';
  return z.email().safeParse(user).success ? user : null;
}

const booleanVariable = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

const integerFrom = (minimum: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(minimum, `must be at least ${minimum}`)
    .max(1_000_000, 'must be at most 1000000');

const addressList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine(
    (entries) =>
      entries.every((entry) => {
        const [address = '', bits, ...rest] = entry.split('/');
        const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
        return (
          rest.length === 0 &&
          (bits === undefined ? longest > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= longest)
        );
      }),
    'must be IP addresses or networks separated by commas, such as 10.0.0.2,172.16.0.0/12',
  );

/** `id:base64,id:base64`, each key with 32 bytes. The first key encrypts, all of them decrypt. */
export const keyRing = z.string().refine(
  (value) =>
    value.split(',').every((entry) => {
      const [id, key] = entry.split(':');
      return /^[\w-]{1,32}$/.test(id ?? '') && /^[A-Za-z0-9+/]{43}=$/.test(key ?? '');
    }),
  'must be id:key pairs separated by commas, each key 32 bytes in base64',
);

/**
 * Checks whether a hosted service's key bypasses row-level security. It may be a secret key or the older service_role
 * token.
 */
function isPrivileged(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  return readClaims(key)?.['role'] === 'service_role';
}

const schema = z
  .object({
    PORT: optional(
      z.coerce
        .number('must be a number')
        .int('must be a whole number')
        .min(0)
        .max(65_535, 'must be at most 65535'),
    ),
    HOST: optional(
      z
        .string()
        .refine(
          (value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value),
          'must be an IP address or a host name',
        ),
    ),
    CLOVER_DATA_DIR: optional(z.string()),
    CLOVER_DATABASE_URL: optional(url(['postgres:', 'postgresql:'])),
    CLOVER_ADMIN_EMAIL: optional(z.email('must be an email')),
    CLOVER_ADMIN_PASSWORD: optional(
      z
        .string()
        .min(minimumPasswordLength, `must have at least ${minimumPasswordLength} characters`)
        .refine(
          (value) => Buffer.byteLength(value) <= maximumPasswordBytes,
          `must have at most ${maximumPasswordBytes} bytes`,
        ),
    ),
    CLOVER_OWNER: optional(booleanVariable),
    CLOVER_PUBLIC_URL: optional(origin),
    CLOVER_TRUSTED_PROXIES: optional(addressList),
    CLOVER_CONNECTIONS_PER_ADDRESS: optional(integerFrom(16)),
    CLOVER_FAILED_SIGN_INS_PER_ADDRESS: optional(integerFrom(1)),
    CLOVER_FAILED_CODES_PER_ADDRESS: optional(integerFrom(1)),
    CLOVER_SIGN_UPS_PER_ADDRESS: optional(integerFrom(1)),
    CLOVER_GUESTS_PER_ADDRESS: optional(integerFrom(1)),
    CLOVER_MAILS_PER_ADDRESS: optional(integerFrom(1)),
    CLOVER_SMTP_URL: optional(url(['smtp:', 'smtps:'])),
    CLOVER_MAIL_FROM: optional(sender),
    CLOVER_CONFIRM_EMAIL: optional(booleanVariable),
    CLOVER_SUPABASE_URL: optional(origin),
    CLOVER_SUPABASE_KEY: optional(
      z
        .string()
        .refine(
          (value) => !isPrivileged(value),
          'must be the publishable key, because every visitor gets it',
        ),
    ),
    CLOVER_ENCRYPTION_KEYS: optional(keyRing),
    CLOVER_ALLOW_PRIVATE_ENDPOINTS: optional(booleanVariable),
    CLOVER_METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  })
  .refine((values) => !values.CLOVER_SUPABASE_URL === !values.CLOVER_SUPABASE_KEY, {
    path: ['CLOVER_SUPABASE_KEY'],
    message: 'must be set together with CLOVER_SUPABASE_URL',
  })
  .refine(
    ({ CLOVER_SMTP_URL: server, CLOVER_MAIL_FROM: from }) =>
      server === undefined || from !== undefined || userAddress(server) !== null,
    {
      path: ['CLOVER_MAIL_FROM'],
      message: "must be the sender's email, because the user in CLOVER_SMTP_URL isn't an email",
    },
  )
  .refine(
    (values) =>
      !values.CLOVER_CONFIRM_EMAIL ||
      values.CLOVER_SMTP_URL !== undefined ||
      (values.CLOVER_PUBLIC_URL === undefined && loopbackHosts.has(values.HOST ?? defaultHost)),
    {
      path: ['CLOVER_CONFIRM_EMAIL'],
      message: 'requires CLOVER_SMTP_URL, because otherwise no email is sent',
    },
  );

/** The parsed environment variables. Nothing else in the service reads `process.env`. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly adminEmail: string;
  /** If null, a password is generated at the first start and printed once. */
  readonly adminPassword: string | null;
  /**
   * Set by the desktop app. Only the owner can then use the service, with a secret that the app sends to this process.
   */
  readonly ownerMode: boolean;
  /** Origin for links in emails and redirects. If null, the URL that the server listens on is used. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  /** Maximum open connections per IP address. This machine and trusted proxies have no limit. */
  readonly connectionsPerAddress: number;
  /** Limits per IP address that the operator has set. `auth/settings.ts` contains the defaults. */
  readonly addressLimits: AddressLimits;
  /** The mail server, and the sender's email. Null if no emails are sent. */
  readonly mailServer: { readonly url: string; readonly from: string } | null;
  /** Whether new accounts must confirm their email. True by default if there is a mail server. */
  readonly confirmEmail: boolean;
  /** Set to use a hosted service instead of the embedded one. The server then only serves the web app. */
  readonly hosted: { readonly url: string; readonly key: string } | null;
  readonly encryptionKeys: string | null;
  readonly allowPrivateEndpoints: boolean;
  /** Token for `/metrics`; null turns metrics off. */
  readonly metricsToken: string | null;
}

/** Thrown if variables are invalid. `problems` names all of them, without their values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Variables that may also be set: those of other commands, of the desktop app and of users' programs. */
const otherVariables =
  /^CLOVER_(API_KEY|CHROMIUM|HOST_HEADED|KEYRING|PACKED_APP|USER_DATA_DIR|(PROVE|TARGET|TEST|UPDATE)_.+)$/;

/**
 * Counts how many characters must be inserted, removed or replaced to turn one word into another (Levenshtein
 * distance).
 */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, character] of one.split('').entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (character === other[column] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Finds the known name that is closest to a mistyped one. */
const nearestName = (name: string, known: readonly string[]): string | undefined =>
  known.toSorted((one, other) => distance(name, one) - distance(name, other))[0];

/** Returns a problem for each unknown `CLOVER_` variable, because a typo would otherwise go unnoticed. */
function unknownNames(variables: Readonly<Record<string, string | undefined>>): string[] {
  const knownNames = Object.keys(schema.shape);
  return Object.keys(variables)
    .filter((name) => name.startsWith('CLOVER_') && !knownNames.includes(name) && !otherVariables.test(name))
    .map((name) => `${name} is not a known variable. Did you mean ${nearestName(name, knownNames)}?`);
}

const definedLimit = (name: keyof AddressLimits, limit: number | undefined): AddressLimits =>
  limit === undefined ? {} : { [name]: limit };

/** Parses the environment variables. Throws EnvironmentError with all problems. */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = schema.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...unknownNames(variables),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
  const values = parsed.data;
  const host = values.HOST ?? defaultHost;
  const isLoopback = loopbackHosts.has(host);
  return {
    port: values.PORT ?? 3000,
    host,
    isLoopback,
    dataDir: resolve(values.CLOVER_DATA_DIR ?? '.clover'),
    databaseUrl: values.CLOVER_DATABASE_URL ?? null,
    adminEmail: values.CLOVER_ADMIN_EMAIL ?? 'admin@clover.local',
    adminPassword: values.CLOVER_ADMIN_PASSWORD ?? null,
    ownerMode: values.CLOVER_OWNER ?? false,
    publicUrl: values.CLOVER_PUBLIC_URL ?? null,
    trustedProxies: values.CLOVER_TRUSTED_PROXIES ?? [],
    connectionsPerAddress: values.CLOVER_CONNECTIONS_PER_ADDRESS ?? 1_000,
    addressLimits: {
      ...definedLimit('failedSignIn', values.CLOVER_FAILED_SIGN_INS_PER_ADDRESS),
      ...definedLimit('failedCode', values.CLOVER_FAILED_CODES_PER_ADDRESS),
      ...definedLimit('signUp', values.CLOVER_SIGN_UPS_PER_ADDRESS),
      ...definedLimit('guest', values.CLOVER_GUESTS_PER_ADDRESS),
      ...definedLimit('mail', values.CLOVER_MAILS_PER_ADDRESS),
    },
    mailServer: values.CLOVER_SMTP_URL
      ? {
          url: values.CLOVER_SMTP_URL,
          from: values.CLOVER_MAIL_FROM ?? userAddress(values.CLOVER_SMTP_URL) ?? '',
        }
      : null,
    confirmEmail: values.CLOVER_CONFIRM_EMAIL ?? values.CLOVER_SMTP_URL !== undefined,
    hosted:
      values.CLOVER_SUPABASE_URL && values.CLOVER_SUPABASE_KEY
        ? { url: values.CLOVER_SUPABASE_URL, key: values.CLOVER_SUPABASE_KEY }
        : null,
    encryptionKeys: values.CLOVER_ENCRYPTION_KEYS ?? null,
    allowPrivateEndpoints: values.CLOVER_ALLOW_PRIVATE_ENDPOINTS ?? isLoopback,
    metricsToken: values.CLOVER_METRICS_TOKEN ?? null,
  };
}
