import { type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComputerState } from '../../../shared/ipc/computer.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { askToConfirm } from '../../lib/confirmation.ts';
import { sessionKey, writeStored } from '../../lib/storage.ts';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { messageOf } from './message-of.ts';
import { computerTexts as texts } from './texts.ts';

type Services = ComputerState['service'];

interface ServiceChoiceProps {
  readonly shell: Shell;
  readonly service: Services;
  /** Called when the list of known services changes. */
  readonly onChange: () => void;
}

/** Lets the user choose the embedded service, or connect to another one by URL. */
export function ServiceChoice({ shell, service, onChange }: ServiceChoiceProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly at: 'field' | 'list'; readonly text: string } | null>(
    null,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const attempt = async (at: 'field' | 'list', work: () => Promise<void>) => {
    const focusedButton = document.activeElement;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure({ at, text: messageOf(error) });
    }
    flushSync(() => setBusy(false));
    // Return the focus, which the button lost while it was disabled.
    if (document.activeElement === document.body && focusedButton instanceof HTMLElement)
      focusedButton.focus();
  };
  const switchTo = async (address: string | null) => {
    const { title, backTitle, text, backText, confirm, cancel } = texts.switching;
    const question =
      address === null ? { title: backTitle, text: backText } : { title: title({ address }), text: text };
    if (await askToConfirm({ ...question, confirm, cancel })) await shell.useService(address);
  };
  const forget = async (address: string) => {
    const { title, text, confirm, cancel } = texts.forgetting;
    if (!(await askToConfirm({ title: title({ address }), text, confirm, cancel }))) return;
    const areKeysDeleted = await shell.forgetService(address);
    forgetSessionOf(address, service);
    // Move the focus, because the focused button disappears with its row.
    heading.current?.focus();
    onChange();
    if (!areKeysDeleted) setFailure({ at: 'list', text: texts.forgetting.keysLeft });
  };
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget).get('address');
    if (typeof input === 'string')
      void attempt('field', async () => switchTo((await shell.checkService(input)).address));
  };
  return (
    <div className={styles.group}>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
          {texts.service}
        </h3>
        <p>{service.address === null ? texts.inside : texts.elsewhere({ address: service.address })}</p>
      </div>
      {service.isFixed ? (
        <p className={styles.detail}>{texts.fixed}</p>
      ) : (
        <>
          <ServiceList
            service={service}
            isBusy={isBusy}
            onUse={(address) => void attempt('list', () => switchTo(address))}
            onForget={(address) => void attempt('list', () => forget(address))}
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

/** Keeps the session if another known URL belongs to the same service. */
function forgetSessionOf(address: string, { remembered }: Services): void {
  const forgotten = remembered.find((one) => one.address === address);
  const isShared = remembered.some((one) => one.address !== address && one.identity === forgotten?.identity);
  if (forgotten && !isShared) forgetSession(forgotten.identity);
}

interface ServiceListProps {
  readonly service: Services;
  readonly isBusy: boolean;
  /** Null for the embedded service. */
  readonly onUse: (address: string | null) => void;
  readonly onForget: (address: string) => void;
}

/** Lists previously used services. Hidden if there is only one. */
function ServiceList({ service, isBusy, onUse, onForget }: ServiceListProps) {
  const { address: inUse, remembered } = service;
  if (inUse === null && remembered.length === 0) return null;
  const addresses = [null, ...remembered.map(({ address }) => address)];
  return (
    <ul className={styles.list} aria-label={texts.services}>
      {addresses.map((address) => {
        const name = address ?? texts.thisComputer;
        return (
          <li key={name} className={styles.item}>
            <span className={styles.name}>{name}</span>
            {address === inUse ? (
              <span className={styles.detail}>{texts.inUse}</span>
            ) : (
              <span className={styles.row}>
                <Button
                  look="outlined"
                  size="small"
                  disabled={isBusy}
                  aria-label={texts.useThis({ name })}
                  onClick={() => onUse(address)}
                >
                  {texts.use}
                </Button>
                {address !== null && (
                  <Button
                    look="plain"
                    size="small"
                    disabled={isBusy}
                    aria-label={texts.forgetThis({ name })}
                    onClick={() => onForget(address)}
                  >
                    {texts.forget}
                  </Button>
                )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Deletes the session with a service that is not in use, and the verifier of an unfinished sign-in. */
function forgetSession(service: string): void {
  const key = sessionKey(service);
  writeStored(key, null);
  writeStored(`${key}-code-verifier`, null);
}
