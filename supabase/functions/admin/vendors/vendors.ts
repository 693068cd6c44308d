import {
  vendorReplySchemas,
  vendorRequestSchemas,
  type VendorAction,
} from '../../../../src/shared/admin/vendors.ts';
import { act, defineAct, type Act } from '../act.ts';
import { clearKeyAct, setKeyAct } from './keys.ts';
import { listModelsAct } from './models.ts';
import { supportedVendor } from './names.ts';
import { rotateAct } from './rotate.ts';
import { saveAct } from './save.ts';
import { testAct } from './test-vendor.ts';

const listAct = defineAct(vendorRequestSchemas.list, (context) =>
  act(context, 'list_vendors', {}, vendorReplySchemas.list),
);

const activateAct = defineAct(vendorRequestSchemas.activate, (context, { vendor }) =>
  act(context, 'activate_vendor_as', { vendor_name: supportedVendor(vendor) }, vendorReplySchemas.activate),
);

const reorderAct = defineAct(vendorRequestSchemas.reorder, (context, { vendors }) =>
  act(context, 'order_vendors', { vendor_names: vendors.map(supportedVendor) }, vendorReplySchemas.reorder),
);

const acts: Readonly<Record<VendorAction, Act>> = {
  list: listAct,
  save: saveAct,
  'set-key': setKeyAct,
  'clear-key': clearKeyAct,
  rotate: rotateAct,
  test: testAct,
  activate: activateAct,
  'list-models': listModelsAct,
  reorder: reorderAct,
};

/** `admin/vendors/<action>`. */
export const vendorActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
