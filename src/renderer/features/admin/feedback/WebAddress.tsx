import { Fragment } from 'react';

/** A long address wraps after a slash. */
export function WebAddress({ address }: { readonly address: string }) {
  const parts = address.match(/[^/]*\/*/g) ?? [];
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
