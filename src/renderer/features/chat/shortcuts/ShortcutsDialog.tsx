import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../components/dialog/PlainDialog.tsx';
import { shortcutTexts as texts } from '../texts.ts';
import { ShortcutList } from './ShortcutList.tsx';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlainDialog title={texts.title} onCancel={onClose}>
      <ShortcutList />
      <DialogActions>
        <Button look="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </PlainDialog>
  );
}
