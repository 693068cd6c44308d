/** An e-mail address, which breaks before its @ first where it does not fit. */
export function Address({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
