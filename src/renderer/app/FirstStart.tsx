import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { FirstStartStep } from '../../shared/ipc/first-start.ts';
import { localVendor } from '../../shared/providers/local-servers.ts';
import { AwaitSession } from '../components/AwaitSession.tsx';
import { Button } from '../components/Button.tsx';
import styles from '../features/desktop/first-start/FirstStart.module.css';
import { PlaceChoice } from '../features/desktop/first-start/PlaceChoice.tsx';
import { StartPage } from '../features/desktop/first-start/StartPage.tsx';
import { firstStartTexts as texts } from '../features/desktop/first-start/texts.ts';
import { FirstKey } from '../features/keys/FirstKey.tsx';
import type { KeyVendor } from '../features/keys/use-key-form.ts';
import { readLastPickedModel, writeLastPickedModel } from '../features/models/last-picked.ts';
import { localModelsChoice } from '../lib/local-models.ts';
import { paths } from '../lib/paths.ts';
import { SessionProvider, useSession } from '../lib/session.tsx';
import { platform } from '../platform/index.ts';
import type { LocalModels } from '../platform/platform.ts';
import type { Shell } from '../platform/shell.ts';
import { UserCache } from './UserCache.tsx';

interface FirstStartProps {
  readonly shell: Shell;
  /** The app, shown after the last step and while signing in at a server. */
  readonly children: ReactNode;
}

const findLocalModels = async () => (await platform.findLocalModels?.()) ?? [];

/** Shows the steps of a new user: where chats are stored, then an optional key. */
export function FirstStart({ shell, children }: FirstStartProps) {
  const [step, setStep] = useState(shell.firstStart);
  const go = async (next: FirstStartStep) => {
    await shell.saveFirstStart(next);
    setStep(next);
  };
  const stayHere = async (models: readonly LocalModels[] = []) => {
    const { service } = await shell.readComputer();
    // Save the models first, because choosing the place may restart the app.
    saveModels(models);
    try {
      // After going back from a server, the app must restart.
      await (service.address === null ? go('key') : shell.useService(null));
    } catch (error) {
      saveModels([]);
      throw error;
    }
  };
  const connect = async (address: string) => {
    // The user may have chosen models of this computer before going back.
    saveModels([]);
    await shell.useService(address);
  };
  const end = () => {
    setStep(null);
    // If saving fails, the next start shows this step again.
    shell.saveFirstStart(null).catch(() => undefined);
  };
  if (step === 'choose')
    return (
      <PlaceChoice shell={shell} findLocalModels={findLocalModels} onHere={stayHere} onServer={connect} />
    );
  // The session starts the service, so it must not open before the choice.
  return (
    <SessionProvider>
      {step === null ? (
        children
      ) : (
        <KeyStep shell={shell} onBack={() => void go('choose').catch(() => setStep('choose'))} onEnd={end}>
          {children}
        </KeyStep>
      )}
    </SessionProvider>
  );
}

/**
 * Offers these models, and uses the first one for new chats. Without models, removes both choices, but not the model of
 * a key.
 */
function saveModels([first]: readonly LocalModels[]): void {
  localModelsChoice.set(first ? 'on' : 'off');
  if (first) writeLastPickedModel({ id: first.models[0]?.id ?? '', vendorName: first.name });
  else if (localVendor(readLastPickedModel()?.vendorName ?? undefined))
    writeLastPickedModel({ id: '', vendorName: null });
}

interface KeyStepProps extends FirstStartProps {
  readonly onBack: () => void;
  readonly onEnd: () => void;
}

/** On these pages, a session may be open before the user has finished signing in: a recovery still needs a new password. */
const signInPages: ReadonlySet<string> = new Set([paths.resetPassword, paths.authCallback]);

/** Shows the step for a key. A key belongs to a user, so users of a server sign in first. */
function KeyStep({ shell, children, onBack, onEnd }: KeyStepProps) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const isOut = status === 'signed-out' || status === 'restricted';
  if (isOut || signInPages.has(pathname))
    return (
      <>
        {children}
        {isOut && <ConnectedTo shell={shell} onChange={onBack} />}
      </>
    );
  return (
    <StartPage title={texts.keyTitle} lead={texts.keyLead} onBack={onBack}>
      {status === 'loading' ? (
        <AwaitSession text={texts.preparing} />
      ) : (
        <UserCache>
          <FirstKey onSaved={pickModelOf} onEnd={onEnd} />
        </UserCache>
      )}
    </StartPage>
  );
}

/** Picks a model of the vendor whose key was entered for new chats, unless the user has picked a model on this computer. */
function pickModelOf({ name, defaultModel }: KeyVendor): void {
  if (readLastPickedModel() === null) writeLastPickedModel({ id: defaultModel ?? name, vendorName: name });
}

/** Lets users change the server, because those who cannot sign in may have chosen the wrong one. */
function ConnectedTo({ shell, onChange }: { readonly shell: Shell; readonly onChange: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    void shell.readComputer().then(
      ({ service }) => setAddress(service.address),
      () => undefined,
    );
  }, [shell]);
  if (address === null) return null;
  return (
    <aside className={styles.connected}>
      <span>{texts.connected({ address })}</span>
      <Button look="outlined" size="small" onClick={onChange}>
        {texts.change}
      </Button>
    </aside>
  );
}
