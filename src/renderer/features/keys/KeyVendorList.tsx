import { useQuery } from '@tanstack/react-query';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { ownKeyQueries } from '../../lib/own-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { vendorQueries, vendorsWithKeys } from '../../lib/vendors.ts';
import styles from './KeyDialog.module.css';
import { keyTexts } from './texts.ts';

interface KeyVendorListProps {
  readonly onChoose: (vendorName: string) => void;
  /** The vendor whose button gets the focus when the list is shown again. */
  readonly returnsFrom?: string | null;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Lists vendors that accept the user's own key, and marks those with a key [KEY-023]. */
export function KeyVendorList({ onChoose, returnsFrom }: KeyVendorListProps) {
  const userId = useSession().user?.id ?? '';
  const { data: vendors } = useQuery(vendorQueries.all());
  const { data: statuses } = useQuery({
    ...ownKeyQueries.statuses(userId, vendors ?? []),
    enabled: vendors !== undefined,
  });
  if (!vendors) return <output>{keyTexts.loading}</output>;
  const keyVendors = vendorsWithKeys(vendors);
  if (keyVendors.length === 0) return <p className={styles.note}>{keyTexts.listNone}</p>;
  return (
    <ul className={styles.vendors}>
      {keyVendors.map(({ name, displayName }, index) => {
        const status = statuses?.get(name);
        return (
          <li key={name}>
            <button
              ref={name === returnsFrom ? focus : undefined}
              type="button"
              className={styles.vendor}
              data-autofocus={index === 0 || undefined}
              onClick={() => onChoose(name)}
            >
              <span className={styles.vendorName}>{displayName}</span>
              {status?.place && (
                <span className={styles.vendorState}>
                  <IconCircleCheck size={16} stroke={1.75} aria-hidden />
                  {keyTexts.hasKey}
                </span>
              )}
              {status?.elsewhere && <span className={styles.vendorState}>{keyTexts.addressChanged}</span>}
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
