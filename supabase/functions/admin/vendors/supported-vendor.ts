import { isVendorName, type VendorName } from '../../../../src/shared/providers/vendor.ts';
import { Refusal } from '../../_shared/http.ts';

/** The name if it is a vendor that the product supports. Throws Refusal "Unsupported vendor" (VENDOR-024). */
export function supportedVendor(name: string): VendorName {
  if (isVendorName(name)) return name;
  throw new Refusal(400, 'unsupported_vendor', 'Unsupported vendor');
}
