import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { withSummary } from '../../../../shared/chats/chat-parameters.ts';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { parametersButtonTexts as texts } from './button-texts.ts';
import styles from './ParametersButton.module.css';
import { useParameters } from './use-parameters.ts';

const ParametersDialog = lazyComponent(
  async () => (await import('./ParametersDialog.tsx')).ParametersDialog,
  {
    look: 'dialog',
  },
);

interface ParametersButtonProps {
  readonly storedId: string | null;
  readonly draftKey: string;
  readonly className: string | undefined;
}

/** A dot shows that some parameters differ from their defaults. */
export function ParametersButton({ storedId, draftKey, className }: ParametersButtonProps) {
  const { parameters, save } = useParameters(storedId, draftKey);
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isChanged = withSummary(parameters, null) !== null;
  const label = isChanged ? texts.labelIfChanged : texts.label;
  return (
    <>
      <button
        type="button"
        className={className}
        data-shortcut="parameters"
        aria-label={label}
        title={label}
        onClick={() => setOpenFor(draftKey)}
      >
        <span className={styles.mark} data-changed={isChanged || undefined}>
          <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden />
        </span>
      </button>
      {openFor === draftKey && (
        <ParametersDialog
          storedId={storedId}
          parameters={parameters}
          onSave={save}
          onClose={() => setOpenFor(null)}
        />
      )}
    </>
  );
}
