import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ownKeyQueries } from '../../lib/own-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { vendorQueries, vendorsWithKeys } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { firstKeyTexts as texts } from './first-key-texts.ts';
import styles from './FirstKey.module.css';
import dialogStyles from './KeyDialog.module.css';
import { KeyForm } from './KeyForm.tsx';
import { KeyVendorList } from './KeyVendorList.tsx';
import { keyTexts, storageNote } from './texts.ts';
import type { KeyVendor } from './use-key-form.ts';

interface Saved {
  readonly vendor: KeyVendor;
  readonly place: KeyPlace;
}

interface FirstKeyProps {
  readonly onSaved: (vendor: KeyVendor) => void;
  readonly onEnd: () => void;
}

/** The step of the desktop app's first start in which users may enter a key. */
export function FirstKey({ onSaved, onEnd }: FirstKeyProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const { data: vendors = [] } = useQuery(vendorQueries.all());
  const vendor = isOpen ? vendorsWithKeys(vendors).find(({ name }) => name === chosen) : undefined;
  if (saved) return <SavedKey {...saved} onAnother={() => setSaved(null)} onEnd={onEnd} />;
  if (vendor)
    return (
      <VendorKey
        key={`${vendor.name} ${vendor.endpointOrigin}`}
        vendor={vendor}
        onCancel={() => setOpen(false)}
        onSaved={(place) => {
          setOpen(false);
          setSaved({ vendor, place });
          onSaved(vendor);
        }}
      />
    );
  return (
    <div className={styles.step}>
      <KeyVendorList
        returnsFrom={chosen}
        onChoose={(name) => {
          setChosen(name);
          setOpen(true);
        }}
      />
      <div className={styles.row}>
        <Button look="outlined" onClick={onEnd}>
          {texts.skip}
        </Button>
      </div>
    </div>
  );
}

interface SavedKeyProps extends Saved {
  readonly onAnother: () => void;
  readonly onEnd: () => void;
}

function SavedKey({ vendor, place, onAnother, onEnd }: SavedKeyProps) {
  const result = useRef<HTMLParagraphElement>(null);
  // Screen readers announce the result, and the next tab stop is the main button.
  useEffect(() => result.current?.focus(), []);
  return (
    <div className={styles.panel}>
      <p ref={result} tabIndex={-1} className={dialogStyles.verified}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        {texts.works({ provider: vendor.displayName })}
      </p>
      <p className={dialogStyles.note}>{storageNote(place, vendor.endpointOrigin)}</p>
      <div className={styles.row}>
        <Button onClick={onEnd}>{texts.start}</Button>
        <Button look="plain" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
    </div>
  );
}

interface VendorKeyProps {
  readonly vendor: KeyVendor;
  readonly onCancel: () => void;
  readonly onSaved: (place: KeyPlace) => void;
}

function VendorKey({ vendor, onCancel, onSaved }: VendorKeyProps) {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const { data: vendors = [vendor] } = useQuery(vendorQueries.all());
  const { data: statuses } = useQuery(ownKeyQueries.statuses(userId, vendors));
  const { data: storage } = useQuery({
    queryKey: [...ownKeyQueries.everything, 'storage'],
    queryFn: platform.ownKeys.describe,
    // The keychain may be locked or unlocked at any time.
    staleTime: 0,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ownKeyQueries.everything });
  return (
    <div className={styles.panel}>
      <h2 className={styles.panelTitle}>{keyTexts.title({ provider: vendor.displayName })}</h2>
      {storage ? (
        <KeyForm
          vendor={vendor}
          storage={storage}
          previousOrigin={statuses?.get(vendor.name)?.elsewhere ?? null}
          isNeeded={false}
          onSaved={async (_requested, storedIn) => {
            await refresh();
            onSaved(storedIn);
          }}
          onFailed={refresh}
          onCancel={onCancel}
        />
      ) : (
        <output>{keyTexts.loading}</output>
      )}
    </div>
  );
}
