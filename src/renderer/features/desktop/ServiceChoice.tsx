import { type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComputerState } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ask } from '../../lib/question.ts';
import { forgetSession } from '../../lib/storage.ts';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { ServicePlaces } from './ServicePlaces.tsx';
import { computerTexts as texts } from './texts.ts';

type Services = ComputerState['service'];

interface ServiceChoiceProps {
  readonly shell: Shell;
  readonly service: Services;
  /** The remembered services have changed. */
  readonly onChange: () => void;
}

/** Several homes: the service inside the app, and those that the person connects to by their addresses. */
export function ServiceChoice({ shell, service, onChange }: ServiceChoiceProps) {
  const [isBusy, setBusy] = useState(false);
  /** Where something went wrong: at the field for a new address, or in the list. */
  const [failure, setFailure] = useState<{ readonly at: 'field' | 'list'; readonly text: string } | null>(
    null,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const tryOut = async (at: 'field' | 'list', work: () => Promise<void>) => {
    const pressed = document.activeElement;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure({ at, text: error instanceof Error ? error.message : String(error) });
    }
    flushSync(() => setBusy(false));
    // A button that cannot be pressed meanwhile loses the focus, and a question gives it back to nobody.
    if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus();
  };
  const move = async (address: string | null) => {
    const { title, backTitle, text, backText, confirm, cancel } = texts.ask;
    const question =
      address === null ? { title: backTitle, text: backText } : { title: title(address), text: text };
    if (await ask({ ...question, confirm, cancel })) await shell.useService(address);
  };
  const forget = async (address: string) => {
    const { title, text, confirm, cancel } = texts.forgetting;
    if (!(await ask({ title: title(address), text, confirm, cancel }))) return;
    const areKeysDeleted = await shell.forgetService(address);
    forgetSessionOf(address, service);
    // Its line goes, with the button.
    heading.current?.focus();
    onChange();
    if (!areKeysDeleted) setFailure({ at: 'list', text: texts.forgetting.keysLeft });
  };
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('address');
    if (typeof wanted === 'string') void tryOut('field', async () => move(await shell.checkService(wanted)));
  };
  return (
    <div className={styles.group}>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
          {texts.service}
        </h3>
        <p>{service.address === null ? texts.inside : texts.elsewhere(service.address)}</p>
      </div>
      {service.isFixed ? (
        <p className={styles.detail}>{texts.fixed}</p>
      ) : (
        <>
          <ServicePlaces
            service={service}
            isBusy={isBusy}
            onUse={(address) => void tryOut('list', () => move(address))}
            onForget={(address) => void tryOut('list', () => forget(address))}
          />
          {failure?.at === 'list' && (
            <p role="alert" className={styles.error}>
              {failure.text}
            </p>
          )}
          <form className={styles.form} noValidate onSubmit={onSubmit}>
            <TextField
              label={texts.address}
              name="address"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              hint={texts.addressHint}
              error={failure?.at === 'field' ? failure.text : undefined}
            />
            <Button type="submit" look="outlined" disabled={isBusy}>
              {isBusy ? texts.checking : texts.connect}
            </Button>
          </form>
        </>
      )}
    </div>
  );
}

/** Two addresses may lead to one service, whose session then stays with the other. */
function forgetSessionOf(address: string, { remembered }: Services): void {
  const forgotten = remembered.find((one) => one.address === address);
  const isShared = remembered.some((one) => one.address !== address && one.identity === forgotten?.identity);
  if (forgotten && !isShared) forgetSession(forgotten.identity);
}
