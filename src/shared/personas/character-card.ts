import { z } from 'zod';
import { fitGraphemes } from '../domain/graphemes.ts';
import { toStorable } from '../domain/text.ts';
import { newPersona, type Persona, personaLimits } from './persona.ts';

const text = z.string().catch('');
/**
 * The texts of a character card, version 1. Versions 2 and 3 have them in `data`, with fields that only other clients
 * use.
 * @see https://github.com/malfoyslastname/character-card-spec-v2
 */
const fields = z.object({
  name: z.string().regex(/\S/),
  description: text,
  personality: text,
  scenario: text,
  first_mes: text,
  mes_example: text,
  system_prompt: text,
});
const card = z.union([
  z.object({ spec: z.enum(['chara_card_v2', 'chara_card_v3']), data: fields }).transform(({ data }) => data),
  fields.refine(
    ({ description, personality, first_mes }) => (description + personality + first_mes).trim() !== '',
  ),
]);

export interface ReadPersona {
  readonly persona: Persona;
  /** True if the instructions were too long and were shortened. */
  readonly isCut: boolean;
}

/** Reads another client's character card. Null if the file isn't one. */
export function readCharacterCard(file: unknown): ReadPersona | null {
  const { data } = card.safeParse(file);
  if (!data) return null;
  const name = fitGraphemes(toStorable(data.name).trim(), personaLimits.name);
  const fill = (value: string) =>
    toStorable(value)
      .replaceAll(/\{\{char\}\}|<bot>/gi, () => name)
      .replaceAll(/\{\{user\}\}|<user>/gi, 'the user')
      .replaceAll(/\{\{original\}\}/gi, '')
      .trim();
  const parts = [
    ['', data.system_prompt],
    ['', `You are ${name}. Stay in this role.`],
    ['Description', data.description],
    ['Personality', data.personality],
    ['Scenario', data.scenario],
    ['Examples of how you talk', data.mes_example],
    ['Your first message', data.first_mes],
  ] as const;
  const whole = parts
    .map(([heading, value]) => [heading, fill(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([heading, value]) => (heading === '' ? value : `${heading}:\n${value}`))
    .join('\n\n');
  const instructions = fitGraphemes(whole, personaLimits.instructions);
  return { persona: { ...newPersona, name, instructions }, isCut: instructions !== whole };
}
