import { IconCpu2, IconDeviceLaptop, IconServer } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Shell } from '../../../platform/shell.ts';
import type { LocalModels } from '../../../platform/platform.ts';
import { messageOf } from '../message-of.ts';
import styles from './FirstStart.module.css';
import { LocalModelSearch } from './LocalModelSearch.tsx';
import { ServerForm } from './ServerForm.tsx';
import { StartPage } from './StartPage.tsx';
import { firstStartTexts as texts } from './texts.ts';

export interface PlaceChoiceProps {
  readonly shell: Pick<Shell, 'checkService' | 'readCertificate'>;
  readonly findLocalModels: () => Promise<readonly LocalModels[]>;
  /** Stores chats on this computer, and uses the models that were found if the user chose them. */
  readonly onHere: (models?: readonly LocalModels[]) => Promise<void>;
  /** Restarts the app with a server. Rejects with a message for the user. */
  readonly onServer: (address: string) => Promise<void>;
}

/** Offers three places for chats and models. Nothing is saved until the user chooses one. */
export function PlaceChoice({ shell, findLocalModels, onHere, onServer }: PlaceChoiceProps) {
  const [view, setView] = useState<'cards' | 'server' | 'local'>('cards');
  const [failure, setFailure] = useState<string | null>(null);
  const open = (next: typeof view) => {
    setFailure(null);
    setView(next);
  };
  const choose = (models?: readonly LocalModels[]) =>
    void onHere(models).catch((error: unknown) => setFailure(messageOf(error)));
  const back = () => open('cards');

  if (view === 'server')
    return (
      <StartPage key={view} title={texts.server} lead={texts.serverLead} onBack={back}>
        <ServerForm shell={shell} onConnect={onServer} />
      </StartPage>
    );
  if (view === 'local')
    return (
      <StartPage key={view} title={texts.local} lead={texts.localLead} failure={failure} onBack={back}>
        <LocalModelSearch find={findLocalModels} onUse={choose} />
      </StartPage>
    );
  return (
    <StartPage key={view} title={texts.title} lead={texts.lead} failure={failure}>
      <ul className={styles.cards}>
        <Card
          icon={<IconDeviceLaptop size={28} stroke={1.5} aria-hidden />}
          title={texts.here}
          text={texts.hereText}
          onChoose={() => choose()}
        />
        <Card
          icon={<IconServer size={28} stroke={1.5} aria-hidden />}
          title={texts.server}
          text={texts.serverText}
          onChoose={() => open('server')}
        />
        <Card
          icon={<IconCpu2 size={28} stroke={1.5} aria-hidden />}
          title={texts.local}
          text={texts.localText}
          onChoose={() => open('local')}
        />
      </ul>
    </StartPage>
  );
}

interface CardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onChoose: () => void;
}

function Card({ icon, title, text, onChoose }: CardProps) {
  return (
    <li className={styles.place}>
      <button type="button" className={styles.card} onClick={onChoose}>
        {icon}
        <span className={styles.name}>{title}</span>
        <span className={styles.text}>{text}</span>
      </button>
    </li>
  );
}
