import { Button } from '../../../components/Button.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { commonTexts } from '../../../components/texts.ts';
import { useChatScreen } from '../chat-context.ts';
import { type ChatFilters, isFiltered, noFilters, shownStates } from './filters.ts';
import { projectTexts } from '../projects/texts.ts';
import { useProjects } from '../projects/use-projects.ts';
import styles from './HistoryPage.module.css';
import { historyTexts as texts } from './texts.ts';

/** The option for any model or any project. The value of an option can't be null. */
const anyValue = '*';

interface HistoryFiltersProps {
  readonly filters: ChatFilters;
  readonly onChange: (filters: ChatFilters) => void;
}

export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const { models = [], nameOfModel } = useChatScreen();
  const set = (change: Partial<ChatFilters>) => onChange({ ...filters, ...change });
  const { projects, isLoaded } = useProjects();
  const { model, project } = filters;
  const isKnown = model === null || models.some(({ id }) => id === model);
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{texts.filters}</legend>
      <SelectField
        label={texts.show}
        name="show"
        options={shownStates.map((value) => ({ value, label: texts.states[value] }))}
        value={filters.state}
        onChoose={(state) => set({ state })}
      />
      <SelectField
        label={texts.model}
        name="model"
        options={[
          { value: anyValue, label: texts.anyModel },
          ...models.map(({ id, name }) => ({ value: id, label: name })),
          ...(isKnown ? [] : [{ value: model, label: nameOfModel(model) }]),
        ]}
        value={model ?? anyValue}
        onChoose={(value) => set({ model: value === anyValue ? null : value })}
      />
      {(projects.length > 0 || project !== null) && (
        <SelectField
          label={texts.project}
          name="project"
          options={[
            { value: anyValue, label: texts.anyProject },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ...(project === null || projects.some(({ id }) => id === project)
              ? []
              : [{ value: project, label: isLoaded ? projectTexts.goneMark : commonTexts.loading }]),
          ]}
          value={project ?? anyValue}
          onChoose={(value) => set({ project: value === anyValue ? null : value })}
        />
      )}
      <DayField label={texts.from} day={filters.from} last={filters.to} onChange={(from) => set({ from })} />
      <DayField label={texts.to} day={filters.to} first={filters.from} onChange={(to) => set({ to })} />
      <label className={styles.code}>
        <input
          type="checkbox"
          checked={filters.hasCode}
          onChange={(event) => set({ hasCode: event.currentTarget.checked })}
        />
        {texts.code}
      </label>
      {isFiltered(filters) && (
        <Button look="plain" size="small" onClick={() => onChange(noFilters)}>
          {texts.reset}
        </Button>
      )}
    </fieldset>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly first?: string | null;
  readonly last?: string | null;
  readonly onChange: (day: string | null) => void;
}

function DayField({ label, day, first = null, last = null, onChange }: DayFieldProps) {
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input
        type="date"
        value={day ?? ''}
        min={first ?? undefined}
        max={last ?? undefined}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    </label>
  );
}
