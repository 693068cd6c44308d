import { Button } from '../../../components/Button.tsx';
import { useRotateKeys } from './data/mutations.ts';
import styles from './VendorsPage.module.css';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.rotate;

/** Encrypts the vendor keys again, after the installation got another encryption key. */
export function RotateKeys() {
  const rotate = useRotateKeys();
  return (
    <div className={styles.rotate}>
      <p>{texts.text}</p>
      <Button look="outlined" size="small" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
        {rotate.isPending ? texts.busy : texts.label}
      </Button>
    </div>
  );
}
