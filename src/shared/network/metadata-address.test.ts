import { expect, it } from 'vitest';
import { isMetadataHost } from './metadata-address.ts';

const hostOf = (url: string) => new URL(url).hostname;

it.each([
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.170.2/v2/credentials',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://[FD00:0EC2:0:0:0:0:0:254]/',
  'http://100.100.100.200/',
  'http://168.63.129.16/machine/?comp=goalstate',
  'http://[::ffff:168.63.129.16]/',
  'http://metadata.google.internal./',
])("recognizes a cloud's metadata service at %s", (url) => {
  expect(isMetadataHost(hostOf(url))).toBe(true);
});

it.each(['::ffff:169.254.169.254', 'fd00:ec2::254%eth0'])(
  'recognizes the IP address %s of a resolver',
  (address) => {
    expect(isMetadataHost(address)).toBe(true);
  },
);

it.each([
  'http://169.254.1.1',
  'http://127.0.0.1',
  'http://192.168.1.4',
  'http://[fd00::1]',
  'https://api.example.com',
])('recognizes no metadata service at %s', (url) => {
  expect(isMetadataHost(hostOf(url))).toBe(false);
});
