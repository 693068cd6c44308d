import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Self-signed for localhost and 127.0.0.1, valid for one day in 2001. Its key is not used anywhere else. */
export const expiredCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMDEwMTAxMDAwMDAwWhcNMDEwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAScrBwTDZLE6dk4/kc1
1JxESX50jNLmnQwG2tda+RnLxtrxesm9h9wdUlUqIZPvKhywK9ijJi6fGzfe3kTt
ymD3o04wTDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/BAUw
AwEB/zAdBgNVHQ4EFgQUQ0By+zOT62g4G/UuLfvXZ6pTKk0wCgYIKoZIzj0EAwID
SAAwRQIgKXcQrhtd3P8XywMDuD+iobNmPcdzKXA5P2YzKlJ3AG0CIQC5pcOgfuqP
49CVHktdf1zgjanYcC56D1ML9PIl8Ox3cw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKzGsYeBCFafg1ZeS
IEjrpYZ7MHFL3KshUfwbSSpspO+hRANCAAScrBwTDZLE6dk4/kc11JxESX50jNLm
nQwG2tda+RnLxtrxesm9h9wdUlUqIZPvKhywK9ijJi6fGzfe3kTtymD3
-----END PRIVATE KEY-----
`,
};

/** Trusts the certificate during `work`, so that only its date is invalid. */
export async function trustExpiredCertificate<Result>(work: () => Promise<Result>): Promise<Result> {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, expiredCertificate.cert]);
  try {
    return await work();
  } finally {
    setDefaultCACertificates(usual);
  }
}
