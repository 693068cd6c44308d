import { z } from 'zod';
import type { FunctionHandler } from '../_shared/context.ts';
import { answering, json, notFound, preflight, wrongMethod } from '../_shared/http.ts';
import { readerFor, type RowReader } from '../_shared/reader.ts';

const vendorsSchema = z.array(z.object({ id: z.uuid(), name: z.string() }));
const modelsSchema = z.array(z.object({ model_id: z.string(), created_at: z.string() }));

/** A row that holds the table's place and is no model (MODEL-007). */
const placeholder = 'dummy_preserve_table';

type ModelRow = z.infer<typeof modelsSchema>[number];

/**
 * The models that can be asked for now: the curated ones that the active vendor offers (all of them for the built-in
 * vendor), otherwise the vendor's own list.
 */
function offered(
  vendor: string,
  curated: readonly ModelRow[],
  own: readonly ModelRow[],
): readonly ModelRow[] {
  if (vendor === 'demo') return curated;
  const ids = new Set(own.map(({ model_id }) => model_id));
  const both = curated.filter(({ model_id }) => ids.has(model_id));
  return both.length > 0 ? both : own;
}

async function listModels(read: RowReader) {
  const [vendors, curatedRows] = await Promise.all([
    read('api_vendors?select=id,name&is_active=eq.true').then((rows) => vendorsSchema.parse(rows)),
    read('ai_models?select=model_id,created_at&order=order.asc,model_id.asc').then((rows) =>
      modelsSchema.parse(rows),
    ),
  ]);
  const curated = curatedRows.filter(({ model_id }) => model_id !== placeholder);
  const [vendor] = vendors;
  if (!vendor) return [];
  const own = modelsSchema.parse(
    await read(
      `api_vendor_models?select=model_id,created_at&vendor_id=eq.${vendor.id}&is_available=eq.true&order=display_name.asc`,
    ),
  );
  return offered(vendor.name, curated, own).map(({ model_id, created_at }) => ({
    id: model_id,
    object: 'model',
    created: Math.floor(Date.parse(created_at) / 1000),
    owned_by: vendor.name,
  }));
}

/** `GET /functions/v1/models`: the models that the gateway answers with now, in OpenAI's shape, for a session or an API key. */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    if (!new URL(request.url).pathname.endsWith('/models')) throw notFound();
    if (request.method !== 'GET') throw wrongMethod('GET');
    return json({ object: 'list', data: await listModels(await readerFor(request, context)) });
  });
