/**
 * The order of the cards that seed and salt determine, as docs/fairness.md has it: the twin of
 * `croupier.cards.shuffle`, and of `croupier.house.salts`, which makes the salt.
 */
import { DECK } from "../model/cards";
import { bytesOf, fromHex, hexOf, hkdfSha256, joined, sha256, type Bytes } from "./sha256";

const LABEL = "croupier shuffle 1";
/** As much as HKDF gives; a deck uses about 140 bytes of it. */
const STREAM_BYTES = 8_160;
const SEED_BYTES = 32;

/** The id of a bet, made up by whoever sent it. */
export interface SlipId {
  seat: number;
  id: string;
}

/** What the stream of a shuffle is made of, for whoever wants to make it himself. */
export interface Making {
  /** SHA-256 of the salt. */
  saltHash: string;
  /** The label and the number of the shuffle. */
  info: string;
  /** The first bytes of the stream. */
  streamStart: string;
}

/** The hash by which the house was bound to a seed; null where that is no seed. */
export function commitmentOf(seed: string): string | null {
  const secret = fromHex(seed);
  return secret?.length === SEED_BYTES ? hexOf(sha256(secret)) : null;
}

/** The salt that follows from the ids of the bets in force when bets closed. */
export function saltOf(ids: readonly SlipId[]): string {
  const ordered = [...ids].sort((one, other) => one.seat - other.seat);
  const text = JSON.stringify(ordered.map(({ seat, id }) => [seat, id]));
  return hexOf(sha256(bytesOf(text)));
}

/** Where the salt has a deck cut that is dealt from the hand: 1 to 51 cards deep. */
export function cutOf(salt: string): number {
  // The hash is a number of 256 bits; its remainder is found digit by digit.
  const hash = sha256(bytesOf(`cut ${salt}`));
  return 1 + hash.reduce((rest, byte) => (256 * rest + byte) % 51, 0);
}

/** The deck with so many cards from its top put below the others. */
export function cutAt<T>(deck: readonly T[], at: number): T[] {
  return [...deck.slice(at), ...deck.slice(0, at)];
}

/**
 * The 52 cards in the order of a shuffle: the first is dealt first. It is the same from whatever
 * they are dealt; a shuffler that gives packs gives this order, so many cards at a time.
 */
export function shuffledDeck(seed: Bytes, salt: Bytes, number = 0): string[] {
  const order = DECK.map((card) => card.text);
  const words = wordsOf(streamOf(seed, salt, number));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = nextWithin(last, words);
    const [one, two] = [order[last], order[other]];
    if (one === undefined || two === undefined) throw new Error("no such card");
    order[last] = two;
    order[other] = one;
  }
  return order;
}

export function makingOf(seed: Bytes, salt: Bytes, number = 0): Making {
  return {
    saltHash: hexOf(sha256(salt)),
    info: hexOf(infoOf(number)),
    streamStart: hexOf(streamOf(seed, salt, number).subarray(0, 16)),
  };
}

/** The salt is hashed first because HMAC would take `ab` and `ab00` for the same key. */
function streamOf(seed: Bytes, salt: Bytes, number: number): Bytes {
  return hkdfSha256(seed, sha256(salt), infoOf(number), STREAM_BYTES);
}

/** The label and the number of the shuffle within its round, as four bytes, big end first. */
function infoOf(number: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return joined(bytesOf(LABEL), bytes);
}

/** The stream as numbers of two bytes each, big end first. */
function* wordsOf(stream: Bytes): Generator<number, void> {
  for (let at = 0; at + 1 < stream.length; at += 2)
    yield ((stream[at] ?? 0) << 8) | (stream[at + 1] ?? 0);
}

/**
 * The next number up to `last`, each equally likely: as many low bits as `last` has are kept, and
 * a number that is still too large is thrown away, never folded back with a remainder.
 */
function nextWithin(last: number, words: Iterator<number, void>): number {
  const mask = 2 ** (32 - Math.clz32(last)) - 1;
  for (let word = words.next(); !word.done; word = words.next()) {
    const low = word.value & mask;
    if (low <= last) return low;
  }
  throw new Error("the shuffle stream ran dry");
}
