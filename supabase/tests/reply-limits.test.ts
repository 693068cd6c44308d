import { beforeAll, expect, it } from 'vitest';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { Database } from '../../src/service/database/database.ts';
import type { CompletionRequest, Effort, ModelLimits } from '../../src/shared/completion/completion.ts';
import { providerOf } from '../../src/shared/providers/providers.ts';
import { streamCompletion } from '../../src/shared/providers/stream-completion.ts';
import { collectDeltas } from '../../src/shared/providers/testing/collect.ts';
import { streamOptions, request, vendorAt } from '../../src/shared/providers/testing/vendors.ts';
import { dialectNames, vendorNames, type DialectName } from '../../src/shared/providers/vendor.ts';
import { tokenLimitsOf } from '../functions/_shared/token-limits.ts';

const addedVendors = dialectNames.map((dialect) => ({ name: dialect, config: { dialect } }));
const knownVendors = vendorNames.filter((name) => name !== 'demo').map((name) => ({ name, config: {} }));
type Named = { readonly name: string; readonly config: { readonly dialect?: DialectName } };
const vendors: readonly Named[] = [...knownVendors, ...addedVendors];

const models = [
  'some/model',
  'gpt-4.1',
  'o3',
  'gpt-5-mini',
  'openai/gpt-oss-20b',
  'claude-sonnet-4-5',
  'claude-opus-5',
  'claude-opus-5-5',
  'anthropic/claude-haiku-10-1',
  'gemini-2.5-flash',
  'models/gemini-3-pro',
  'gemini-2.0-flash',
];

/** Returns the limit in the request to the vendor; undefined if there is none. */
async function sentLimit(
  { name, config }: Named,
  asked: Partial<CompletionRequest>,
): Promise<number | undefined> {
  let body: Record<string, unknown> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    body = (await new Request(input, init).json()) as Record<string, unknown>;
    return Response.json({});
  };
  const vendor = vendorAt(name, 'https://vendor.example/v1', { config });
  await collectDeltas(streamCompletion(vendor, request(asked), streamOptions({ fetch })));
  const { generationConfig = {}, max_tokens, max_completion_tokens, max_output_tokens } = body;
  const limit = max_tokens ?? max_completion_tokens ?? max_output_tokens;
  return (limit ?? (generationConfig as Record<string, unknown>)['maxOutputTokens']) as number | undefined;
}

describeSchema("a reply's reserved limit", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const reserved = async (vendor: Named, model: string, facts: ModelLimits, reply: number | null) => {
    const [row] = await database.query<{ limit: string }>(
      `select private.reply_limit($1, $2, $3, $4)::text as limit`,
      [
        vendor,
        model,
        {
          ...(facts.isReasoning && { reasoning_model: true }),
          ...(facts.maxOutput && { max_output: facts.maxOutput }),
        },
        reply,
      ],
    );
    return Number(row!.limit);
  };

  const efforts: readonly (Effort | undefined)[] = [undefined, 'off', 'low', 'high'];
  const allFacts: readonly ModelLimits[] = [
    {},
    { isReasoning: true },
    { isReasoning: true, maxOutput: 8000 },
  ];

  it.each(vendors)('is never below the tokens requested from $name', async (vendor) => {
    for (const model of models)
      for (const facts of allFacts)
        for (const effort of efforts)
          for (const maxTokens of [undefined, 700]) {
            const choices = { ...(effort && { effort }), ...(maxTokens && { maxTokens }) };
            const sent = await sentLimit(vendor, { model, facts, ...choices });
            const { reply } = tokenLimitsOf({ messages: [], maxTokens, effort });
            const limit = await reserved(vendor, model, facts, reply);
            expect
              .soft(limit, JSON.stringify({ model, facts, ...choices, sent }))
              .toBeGreaterThanOrEqual(sent ?? 8000);
          }
  });

  it('is at most the context, or 131,072 tokens, if nothing limits the reply', async () => {
    const [added] = addedVendors;
    const [row] = await database.query<{ context: string }>(
      `select private.reply_limit($1, 'm', '{"context_length": 32000}', null)::text as context`,
      [added],
    );
    expect(row).toEqual({ context: '32000' });
    expect(await reserved(added!, 'm', {}, null)).toBe(131_072);
  });

  it('has the same fallback models as the provider clients', async () => {
    for (const vendor of vendors) {
      const [row] = await database.query<{ models: string[] }>(
        `select private.built_in_fallbacks($1) as models`,
        [vendor.name],
      );
      expect(row!.models).toEqual(providerOf(vendor).models.slice(1));
    }
  });
});
