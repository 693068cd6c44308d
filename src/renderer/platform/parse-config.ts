import type { AppConfig } from './platform.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isHttpUrl = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Returns the fields of an untrusted value. */
const fieldsOf = (value: unknown) => Object(value) as Readonly<Record<string, unknown>>;

function check(isValid: boolean, field: keyof AppConfig): asserts isValid {
  if (!isValid) throw new TypeError(`The configuration's ${field} is not valid.`);
}

/** Checks a configuration without zod, which weighs 18 kB and which the sign-in page doesn't need otherwise. */
export function parseConfig(value: unknown): AppConfig {
  const { supabaseUrl, supabaseKey, demo, keepsMails, recognizesText } = fieldsOf(value);
  check(isHttpUrl(supabaseUrl), 'supabaseUrl');
  check(isText(supabaseKey) && supabaseKey !== '', 'supabaseKey');
  check(keepsMails === undefined || typeof keepsMails === 'boolean', 'keepsMails');
  check(recognizesText === undefined || typeof recognizesText === 'boolean', 'recognizesText');
  return {
    supabaseUrl,
    supabaseKey,
    demo: parseDemo(demo),
    ...(keepsMails !== undefined && { keepsMails }),
    ...(recognizesText !== undefined && { recognizesText }),
  };
}

function parseDemo(value: unknown): AppConfig['demo'] {
  if (value === undefined || value === null) return null;
  const { email, password, name } = fieldsOf(value);
  check(isText(email) && isText(password) && isText(name), 'demo');
  return { email, password, name };
}
