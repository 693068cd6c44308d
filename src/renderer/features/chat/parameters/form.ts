import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { nullIfEmpty } from '../../../../shared/chats/chat-parameters.ts';
import type { Effort } from '../../../../shared/completion/completion.ts';
import { toStorable } from '../../../../shared/domain/text.ts';
import type { ModelControls } from '../../../../shared/providers/model-controls.ts';

/** The texts in the form's fields. An empty field means the default value. */
export interface ParameterFields {
  readonly instructions: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  readonly effort: Effort | 'default';
  /** Null if the account's setting decides. */
  readonly accountInstructions: boolean | null;
  readonly persona: NonNullable<ChatParameters['persona']> | null;
}

export type NumberField = 'temperature' | 'topP' | 'maxTokens';

export const emptyFields: ParameterFields = {
  instructions: '',
  temperature: '',
  topP: '',
  maxTokens: '',
  effort: 'default',
  accountInstructions: null,
  persona: null,
};

export const fieldsOf = (parameters: ChatParameters | null): ParameterFields => ({
  instructions: parameters?.instructions ?? '',
  temperature: textOf(parameters?.temperature),
  topP: textOf(parameters?.topP),
  maxTokens: textOf(parameters?.maxTokens),
  effort: parameters?.effort ?? 'default',
  accountInstructions: parameters?.accountInstructions ?? null,
  persona: parameters?.persona ?? null,
});

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

/** The highest allowed value of each field. Null if the model doesn't support it. */
export type MaxValues = Readonly<Record<NumberField, number | null>>;

export const maxValues = (
  { temperature, hasTopP }: Pick<ModelControls, 'temperature' | 'hasTopP'>,
  maxTokens: number,
): MaxValues => ({ temperature, topP: hasTopP ? 1 : null, maxTokens });

interface ReadFields {
  readonly parameters: ChatParameters | null;
  readonly wrong: ReadonlySet<NumberField>;
}

/**
 * Matches whole numbers with group separators (`8,192`, `8.192` or `8 192`). In all other numbers, a comma is
 * the decimal separator.
 */
const groupedNumber = /^[1-9]\d{0,2}(?:[,.\s]\d{3})+$/;

/** Reads the parameters from the fields. Values that the model doesn't support are kept for other models. */
export function readFields(fields: ParameterFields, highest: MaxValues): ReadFields {
  const instructions = toStorable(fields.instructions).trim();
  const wrong = new Set<NumberField>();
  const read = (name: NumberField): number | undefined => {
    const text = fields[name].trim();
    if (text === '') return undefined;
    const value = Number(
      name === 'maxTokens' && groupedNumber.test(text) ? text.replace(/\D/g, '') : text.replace(',', '.'),
    );
    const limit = highest[name];
    const isWhole = name !== 'maxTokens' || (Number.isInteger(value) && value >= 1);
    if (limit !== null && !(value >= 0 && value <= limit && isWhole)) wrong.add(name);
    return value;
  };
  const [temperature, topP, maxTokens] = [read('temperature'), read('topP'), read('maxTokens')];
  const parameters = nullIfEmpty({
    ...(instructions !== '' && { instructions }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(fields.effort !== 'default' && { effort: fields.effort }),
    ...(fields.accountInstructions !== null && { accountInstructions: fields.accountInstructions }),
    ...(fields.persona && { persona: fields.persona }),
  });
  return { parameters, wrong };
}
