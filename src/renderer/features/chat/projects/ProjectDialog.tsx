import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { cleanName, maxNameLength, type Project, projectColors } from './project.ts';
import styles from './ProjectDialog.module.css';
import marks from './ProjectMark.module.css';
import { projectDialogTexts as texts } from './texts.ts';
import { useProjectChanges } from './use-projects.ts';

interface ProjectDialogProps {
  /** Null for a new project. */
  readonly project: Project | null;
  readonly onClose: () => void;
  /** Called with the id of a new project when it is stored. */
  readonly onCreated?: (id: string) => void;
}

/** Creates a project, or edits its name and color. If saving fails, the dialog stays open with the typed name. */
export function ProjectDialog({ project, onClose, onCreated }: ProjectDialogProps) {
  const { create, change } = useProjectChanges();
  const [id] = useState(() => project?.id ?? crypto.randomUUID());
  const [typed, setTyped] = useState(project?.name ?? '');
  const [color, setColor] = useState(project?.color ?? 'gray');
  const [isBusy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const name = cleanName(typed);
  const save = async () => {
    setChecked(true);
    if (name === '' || isBusy) return;
    setBusy(true);
    const isSaved = await (project ? saveChanges(project) : create({ id, name, color }));
    setBusy(false);
    if (!isSaved) return;
    onClose();
    if (!project) onCreated?.(id);
  };
  /** Sends only what this dialog changed, so that another device's change to the other value is kept. */
  const saveChanges = async (before: Project): Promise<boolean> => {
    const changed = {
      ...(name !== before.name && { name }),
      ...(color !== before.color && { color }),
    };
    return Object.keys(changed).length === 0 || change(id, changed);
  };
  return (
    <Dialog title={project ? texts.edit : texts.create} isBusy={isBusy} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          error={isChecked && name === '' ? texts.nameMissing : undefined}
          dir="auto"
          autoComplete="off"
          maxLength={maxNameLength}
          value={typed}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <fieldset className={styles.colors}>
          <legend>{texts.color}</legend>
          {projectColors.map((option) => (
            <label key={option} className={styles.color} title={texts.colors[option]}>
              <input
                type="radio"
                name="color"
                className="visually-hidden"
                checked={option === color}
                onChange={() => setColor(option)}
              />
              <span className={marks.dot} data-color={option} />
              <span className="visually-hidden">{texts.colors[option]}</span>
            </label>
          ))}
        </fieldset>
        <DialogActions>
          <Button look="plain" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {project ? texts.save : texts.confirmCreate}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
