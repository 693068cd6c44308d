import { IconCircleCheck } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { Certificate, FoundService, Shell } from '../../../platform/shell.ts';
import { messageOf } from '../message-of.ts';
import styles from './FirstStart.module.css';
import { firstStartTexts as texts } from './texts.ts';

type State =
  | { readonly kind: 'typing'; readonly failure?: string }
  | { readonly kind: 'checking' }
  | { readonly kind: 'found'; readonly service: FoundService; readonly failure?: string }
  | { readonly kind: 'connecting'; readonly service: FoundService };

interface ServerFormProps {
  readonly shell: Pick<Shell, 'checkService' | 'readCertificate'>;
  /** Rejects with a message for the user. */
  readonly onConnect: (address: string) => Promise<void>;
}

/** Checks the URL of a server, shows what was found, and connects only when the user agrees. */
export function ServerForm({ shell, onConnect }: ServerFormProps) {
  const [state, setState] = useState<State>({ kind: 'typing' });
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(0);
  const service = 'service' in state ? state.service : null;
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  // The button that the user needs next has the focus.
  const connectButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (service) connectButton.current?.focus();
  }, [service]);

  const check = async (address: string) => {
    latest.current += 1;
    const attempt = latest.current;
    setState({ kind: 'checking' });
    const next = await shell.checkService(address).then(
      (found): State => ({ kind: 'found', service: found }),
      (error: unknown): State => ({ kind: 'typing', failure: messageOf(error) }),
    );
    // Another URL may have been typed meanwhile.
    if (attempt === latest.current) setState(next);
  };
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = new FormData(event.currentTarget).get('address');
    if (typeof address === 'string' && state.kind === 'typing') void check(address);
  };
  const connect = (found: FoundService) => {
    if (state.kind === 'connecting') return;
    setState({ kind: 'connecting', service: found });
    // The app restarts, unless the service has changed since it was checked.
    onConnect(found.address).catch((error: unknown) =>
      setState({ kind: 'found', service: found, failure: messageOf(error) }),
    );
  };
  const onInput = () => {
    latest.current += 1;
    setState({ kind: 'typing' });
  };
  return (
    <div className={styles.form}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <TextField
          label={texts.address}
          name="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          // Read-only instead of disabled, so that the focus stays in the field.
          readOnly={state.kind === 'connecting'}
          hint={texts.addressHint}
          error={state.kind === 'typing' ? state.failure : undefined}
          onInput={onInput}
        />
        {!service && (
          <Button type="submit" aria-disabled={state.kind === 'checking'}>
            {state.kind === 'checking' ? texts.checking : texts.check}
          </Button>
        )}
      </form>
      <output className={styles.form}>{service && <Found service={service} shell={shell} />}</output>
      {service && (
        <>
          {state.kind === 'found' && state.failure !== undefined && (
            <p role="alert" className={styles.error}>
              {state.failure}
            </p>
          )}
          <Button
            ref={connectButton}
            aria-disabled={state.kind === 'connecting'}
            onClick={() => connect(service)}
          >
            {state.kind === 'connecting' ? texts.connecting : texts.connect}
          </Button>
        </>
      )}
    </div>
  );
}

interface FoundProps {
  readonly service: FoundService;
  readonly shell: Pick<Shell, 'readCertificate'>;
}

function Found({ service: { address }, shell }: FoundProps) {
  const [certificate, setCertificate] = useState<Certificate | null>(null);
  useEffect(() => {
    // The names are only additional information, so nothing waits for them.
    void shell.readCertificate(address).then(setCertificate, () => undefined);
  }, [address, shell]);
  return (
    <div className={styles.panel}>
      <p className={styles.found}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        {texts.found({ address })}
      </p>
      <p className={styles.text}>{address.startsWith('https:') ? texts.encrypted : texts.notEncrypted}</p>
      {certificate && <p className={styles.text}>{texts.certificate(certificate)}</p>}
      <p className={styles.text}>{texts.restarts}</p>
    </div>
  );
}
