import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** PEM texts, as servers and clients read them. */
export type Certificate = { readonly certificate: string; readonly key: string };
export type Authority = Certificate & {
  /** Makes a certificate for a name or an IPv4 address. */
  issue(host: string): Certificate;
};

/** Creates a certificate authority for a test. Writes X.509 by hand, because Node reads certificates but cannot make them. */
export function createAuthority(name: string): Authority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const basicConstraints = extension('551d13', sequence(tlv(0x01, Buffer.from([0xff]))));
  const own = describe(name, authority, name, authority.privateKey, basicConstraints);
  return {
    ...own,
    issue(host) {
      const isAddress = /^[\d.]+$/.test(host);
      const subject = isAddress ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host));
      const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return describe(host, keys, name, authority.privateKey, extension('551d11', sequence(subject)));
    },
  };
}

type Keys = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

function describe(subject: string, keys: Keys, issuer: string, issuerKey: KeyObject, added: Buffer): Certificate {
  const algorithm = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x17, Buffer.from('491231235959Z'))),
    nameOf(subject),
    keys.publicKey.export({ format: 'der', type: 'spki' }),
    tlv(0xa3, sequence(added)),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, issuerKey)]));
  const base64 = sequence(body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

function nameOf(commonName: string): Buffer {
  const attribute = sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(commonName)));
  return sequence(tlv(0x31, attribute));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(tlv(0x06, Buffer.from(id, 'hex')), tlv(0x04, value));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

/** Encodes tag, length and value, as DER encodes everything. */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const short = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...short]), value]);
}
