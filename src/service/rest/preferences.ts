import { Refusal } from './refusal.ts';

/** The request's preferences for the response, from the header `Prefer`. */
export interface Preferences {
  readonly wantsRows: boolean;
  readonly wantsMinimum: boolean;
  readonly wantsCount: boolean;
  readonly conflicts: 'merge' | 'ignore' | null;
  readonly fillsDefaults: boolean;
  readonly maxAffected: number | null;
}

export function preferencesOf(headers: Headers): Preferences {
  const words = new Map(
    (headers.get('prefer') ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name, value];
    }),
  );
  const returnPreference = words.get('return');
  const resolution = words.get('resolution');
  const maxAffected = words.get('max-affected') ?? '';
  return {
    wantsRows: returnPreference === 'representation',
    wantsMinimum: returnPreference === 'minimal',
    // Planned and estimated counts are exact too, because an estimate would reveal rows that the caller may not see.
    wantsCount: ['exact', 'planned', 'estimated'].includes(words.get('count') ?? ''),
    conflicts:
      resolution === 'merge-duplicates' ? 'merge' : resolution === 'ignore-duplicates' ? 'ignore' : null,
    fillsDefaults: words.get('missing') === 'default',
    maxAffected:
      words.get('handling') === 'strict' && /^\d{1,9}$/.test(maxAffected) ? Number(maxAffected) : null,
  };
}

export interface ResponseFormat {
  readonly kind: 'rows' | 'object' | 'csv';
  readonly stripsNulls: boolean;
  readonly contentType: string;
}

const jsonType = 'application/json; charset=utf-8';

function formatOf(mediaType: string): ResponseFormat | null {
  const [name = '', ...options] = mediaType.split(';').map((part) => part.trim().toLowerCase());
  const stripsNulls = options.includes('nulls=stripped');
  const withOption = (type: string) => `${type}${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  switch (name) {
    case '':
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'rows', stripsNulls: false, contentType: jsonType };
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { kind: 'rows', stripsNulls, contentType: withOption('application/vnd.pgrst.array+json') };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', stripsNulls, contentType: withOption('application/vnd.pgrst.object+json') };
    case 'text/csv':
      return { kind: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

/** Returns the first supported format of `Accept`. */
export function readFormat(headers: Headers): ResponseFormat {
  const accepted = (headers.get('accept') ?? '').split(',').map((type) => type.trim());
  for (const mediaType of accepted) {
    const format = formatOf(mediaType);
    if (format) return format;
  }
  throw new Refusal(406, {
    code: 'PGRST107',
    message: `None of these media types are available: ${accepted.join(', ')}`,
  });
}

/** Throws unless the request is for `public`, the only exposed schema. */
export function refuseOtherSchemas(request: Request): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const schema = request.headers.get(isRead ? 'accept-profile' : 'content-profile');
  if (schema !== null && schema !== 'public')
    throw new Refusal(406, {
      code: 'PGRST106',
      message: `Invalid schema: ${schema}`,
      hint: 'Only the following schemas are exposed: public',
    });
}
