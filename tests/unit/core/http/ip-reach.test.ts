import { describe, expect, it } from 'vitest';
import { isWithinReach } from '../../../../electron/core/http/ip-reach.ts';
import { isLoopbackHost } from '../../../../shared/network/base-url.ts';

const ofThisComputer = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1'];
const internal = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:c0a8:1',
  '::10.0.0.1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:a00:1::',
  '2001::1',
];
const publicOnes = [
  '1.1.1.1',
  '9.255.255.255',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '198.18.0.7',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2606:2800::1',
  '2a00::1',
];

describe('isWithinReach', () => {
  it.each(ofThisComputer)('%s is this computer', (address) => {
    expect([
      isWithinReach(address, 'public'),
      isWithinReach(address, 'public-or-loopback'),
      isWithinReach(address, 'any'),
    ]).toEqual([false, true, true]);
  });

  it.each(internal)('%s is not on the internet', (address) => {
    expect([
      isWithinReach(address, 'public'),
      isWithinReach(address, 'public-or-loopback'),
      isWithinReach(address, 'any'),
    ]).toEqual([false, false, true]);
  });

  it.each(publicOnes)('%s is', (address) => {
    expect([
      isWithinReach(address, 'public'),
      isWithinReach(address, 'public-or-loopback'),
      isWithinReach(address, 'any'),
    ]).toEqual([true, true, true]);
  });

  it.each(['', 'localhost', 'example.com', '1.2.3', '1.2.3.4.5', '[::1]'])('%j is no address', (text) => {
    expect(isWithinReach(text, 'any')).toBe(false);
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'localhost.', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'])('%s is', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each(['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '10.0.0.1', '0.0.0.0', ''])(
    '%j is not',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
