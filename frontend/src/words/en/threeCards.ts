/** Hands of three cards, as the house calls them. */
export const rankPlurals = [
  "twos",
  "threes",
  "fours",
  "fives",
  "sixes",
  "sevens",
  "eights",
  "nines",
  "tens",
  "jacks",
  "queens",
  "kings",
  "aces",
] as const;

type Kind = "high card" | "pair" | "flush" | "straight" | "three of a kind" | "straight flush";

export const threeCardWords = {
  royal: "mini royal",
  name(kind: Kind, all: string, first: string, plural: string, kicker: string): string {
    switch (kind) {
      case "high card":
        return `${all} high`;
      case "pair":
        return `pair of ${plural}, ${kicker} kicker`;
      case "flush":
        return `flush, ${all} high`;
      case "straight":
        return `straight, ${first} high`;
      case "three of a kind":
        return `three of a kind, ${plural}`;
      case "straight flush":
        return `straight flush, ${first} high`;
    }
  },
  title(kind: Kind, first: string, plural: string): string {
    switch (kind) {
      case "high card":
        return `${first} high`;
      case "pair":
        return `pair of ${plural}`;
      case "three of a kind":
        return `three ${plural}`;
      default:
        return kind;
    }
  },
};
