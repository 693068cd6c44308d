import type { ComputerState } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/Button.tsx';
import styles from './Computer.module.css';
import { computerTexts as texts } from './texts.ts';

interface ServicePlacesProps {
  readonly service: ComputerState['service'];
  readonly isBusy: boolean;
  /** Null for the service inside the app. */
  readonly onUse: (address: string | null) => void;
  readonly onForget: (address: string) => void;
}

/** The services that were used before, each with the way back to it. Not shown while there is only one home. */
export function ServicePlaces({ service, isBusy, onUse, onForget }: ServicePlacesProps) {
  const { address: inUse, remembered } = service;
  if (inUse === null && remembered.length === 0) return null;
  const places = [null, ...remembered.map(({ address }) => address)];
  return (
    <ul className={styles.places} aria-label={texts.places}>
      {places.map((address) => {
        const name = address ?? texts.thisComputer;
        return (
          <li key={name} className={styles.place}>
            <span className={styles.name}>{name}</span>
            {address === inUse ? (
              <span className={styles.detail}>{texts.inUse}</span>
            ) : (
              <span className={styles.row}>
                <Button
                  look="outlined"
                  size="small"
                  disabled={isBusy}
                  aria-label={texts.useThis(name)}
                  onClick={() => onUse(address)}
                >
                  {texts.use}
                </Button>
                {address !== null && (
                  <Button
                    look="plain"
                    size="small"
                    disabled={isBusy}
                    aria-label={texts.forgetThis(name)}
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
