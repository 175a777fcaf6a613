import { createHash, createHmac, hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bytesOf, fromHex, hexOf, hkdfSha256, hmacSha256, joined, sha256 } from "./sha256";

function hex(text: string): Uint8Array {
  const bytes = fromHex(text);
  if (!bytes) throw new Error(`not hexadecimal: ${text}`);
  return bytes;
}

/** Bytes that follow from their number, of all values. */
function some(count: number, seed = 7): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => (at * 167 + seed * 31) % 256);
}

describe("sha256", () => {
  // FIPS 180-4 and the examples that NIST publishes with it.
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    [
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn" +
        "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("of %.20j…", (text, digest) => {
    expect(hexOf(sha256(bytesOf(text)))).toBe(digest);
  });

  test("of every length around whole blocks is what Node gives", () => {
    for (let count = 0; count <= 260; count += 1) {
      const message = some(count);
      expect(hexOf(sha256(message)), `${count} bytes`).toBe(
        createHash("sha256").update(message).digest("hex"),
      );
    }
  });

  test("reads a part of a larger array, and leaves it as it was", () => {
    const whole = some(300);
    const before = hexOf(whole);
    expect(hexOf(sha256(whole.subarray(37, 211)))).toBe(hexOf(sha256(whole.slice(37, 211))));
    expect(hexOf(whole)).toBe(before);
  });
});

describe("hmacSha256", () => {
  // RFC 4231, cases 1, 2, 3, 6 and 7.
  test.each([
    [
      "0b".repeat(20),
      hexOf(bytesOf("Hi There")),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      hexOf(bytesOf("Jefe")),
      hexOf(bytesOf("what do ya want for nothing?")),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      "aa".repeat(20),
      "dd".repeat(50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ],
    [
      "aa".repeat(131),
      hexOf(bytesOf("Test Using Larger Than Block-Size Key - Hash Key First")),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
    [
      "aa".repeat(131),
      hexOf(
        bytesOf(
          "This is a test using a larger than block-size key and a larger than block-size data. " +
            "The key needs to be hashed before being used by the HMAC algorithm.",
        ),
      ),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ],
  ])("with the key %.12s…", (key, message, digest) => {
    expect(hexOf(hmacSha256(hex(key), hex(message)))).toBe(digest);
  });

  test("with keys of every length around a block is what Node gives", () => {
    for (let count = 0; count <= 130; count += 1) {
      const [key, message] = [some(count, 3), some(2 * count, 5)];
      expect(hexOf(hmacSha256(key, message)), `${count} bytes`).toBe(
        createHmac("sha256", key).update(message).digest("hex"),
      );
    }
  });
});

describe("hkdfSha256", () => {
  const long = (from: number) => hexOf(Uint8Array.from({ length: 80 }, (_, at) => from + at));
  // RFC 5869, the cases with SHA-256.
  test.each([
    [
      "0b".repeat(22),
      "000102030405060708090a0b0c",
      "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ],
    [
      long(0x00),
      long(0x60),
      long(0xb0),
      "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6" +
        "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    ],
    [
      "0b".repeat(22),
      "",
      "",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ],
  ])("of the secret %.12s…", (secret, salt, info, stream) => {
    const made = hkdfSha256(hex(secret), hex(salt), hex(info), stream.length / 2);
    expect(hexOf(made)).toBe(stream);
  });

  test("gives as much as the standard allows, as Node gives it, and no more", () => {
    const [secret, salt, info] = [some(32), some(32, 9), bytesOf("info")];
    for (const length of [0, 1, 31, 32, 33, 8_160]) {
      const theirs = new Uint8Array(hkdfSync("sha256", secret, salt, info, length || 1));
      expect(hexOf(hkdfSha256(secret, salt, info, length))).toBe(length ? hexOf(theirs) : "");
    }
    expect(() => hkdfSha256(secret, salt, info, 8_161)).toThrow(RangeError);
  });
});

describe("bytes", () => {
  test("are written as hexadecimal digits and read back", () => {
    expect(hexOf(new Uint8Array([0, 15, 255]))).toBe("000fff");
    expect(fromHex("000FfF")).toEqual(new Uint8Array([0, 15, 255]));
    expect(fromHex("")).toEqual(new Uint8Array(0));
  });

  test.each(["0", "0g", "0x00", "00 00", "00\n"])("%j is no hexadecimal", (text) => {
    expect(fromHex(text)).toBeNull();
  });

  test("are joined in order", () => {
    expect(hexOf(joined(hex("01"), hex(""), hex("0203")))).toBe("010203");
  });
});
