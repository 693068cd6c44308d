import { KeyVendorList } from './KeyVendorList.tsx';
import { KeyDialogs, useKeyDialogs } from './use-key-dialogs.ts';

export function ProviderKeys() {
  const { opened, open, close } = useKeyDialogs();
  return (
    <>
      <KeyVendorList onChoose={(vendor) => open({ vendor, isNeeded: false })} />
      {opened && <KeyDialogs opened={opened} onOpen={open} onClose={close} />}
    </>
  );
}
