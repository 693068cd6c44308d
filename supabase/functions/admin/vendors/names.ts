import { vendorNames, type VendorName } from '../../../../src/shared/providers/vendor.ts';
import { Refusal } from '../../_shared/http.ts';

const isVendorName = (name: string): name is VendorName => (vendorNames as readonly string[]).includes(name);

/** A name as one of those that the product can talk to. Throws Refusal "Unsupported vendor" (VENDOR-024). */
export function supportedVendor(name: string): VendorName {
  if (isVendorName(name)) return name;
  throw new Refusal(400, 'unsupported_vendor', 'Unsupported vendor');
}
