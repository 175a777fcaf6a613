/**
 * SHA-256 (FIPS 180-4), and what is made of it: HMAC (RFC 2104) and HKDF (RFC 5869).
 *
 * Browsers have all of it, but only on pages that came over https: on the plain addresses of a
 * local network it is missing, and there a shuffle must be checked too.
 */

export type Bytes = Uint8Array;

const BLOCK = 64;
const DIGEST = 32;

/** Big end first: the first 32 bits of the fractions of the roots of the first 64 primes. */
const CONSTANTS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]); // prettier-ignore

const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const; // prettier-ignore

/** The 32 bytes that stand for these and no others. */
export function sha256(message: Bytes): Bytes {
  const state = new Uint32Array(START);
  const padded = withLength(message);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, padded, at);
  const digest = new Uint8Array(DIGEST);
  const view = new DataView(digest.buffer);
  state.forEach((word, at) => view.setUint32(4 * at, word));
  return digest;
}

/** A message with a bit after it, zeros, and how many bits it has, in whole blocks. */
function withLength(message: Bytes): Bytes {
  const blocks = Math.ceil((message.length + 9) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  return padded;
}

/** Mixes a block of the message into the state, in the 64 rounds of the standard. */
function mix(state: Uint32Array, message: Bytes, start: number): void {
  const words = scheduleOf(message, start);
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let at = 0; at < 64; at += 1) {
    const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + (CONSTANTS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + sum0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
}

type Eight = [number, number, number, number, number, number, number, number];

function scheduleOf(message: Bytes, start: number): Uint32Array {
  const words = new Uint32Array(64);
  const view = new DataView(message.buffer, message.byteOffset + start, BLOCK);
  for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(4 * at);
  for (let at = 16; at < 64; at += 1) {
    const [old, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
    const sigma0 = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const sigma1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + sigma0 + (words[at - 7] ?? 0) + sigma1;
  }
  return words;
}

/** Its 32 bits turned to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** A hash that only who has the key can make. */
export function hmacSha256(key: Bytes, message: Bytes): Bytes {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** So many bytes made of a secret: HKDF, which gives at most 8,160. */
export function hkdfSha256(secret: Bytes, salt: Bytes, info: Bytes, length: number): Bytes {
  if (length > 255 * DIGEST) throw new RangeError("HKDF gives at most 8,160 bytes");
  const key = hmacSha256(salt.length ? salt : new Uint8Array(DIGEST), secret);
  const stream = new Uint8Array(length);
  let block: Bytes = new Uint8Array(0);
  for (let at = 0; at < length; at += DIGEST) {
    const counter = new Uint8Array([at / DIGEST + 1]);
    block = hmacSha256(key, joined(block, info, counter));
    stream.set(block.subarray(0, length - at), at);
  }
  return stream;
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes behind hexadecimal digits; null where they are none, or not two to a byte. */
export function fromHex(text: string): Bytes | null {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
