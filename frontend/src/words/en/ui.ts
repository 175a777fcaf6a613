/** Words of the shared pieces: cards, chips, dialogs, clocks, messages. */

const RANKS: Readonly<Record<string, string>> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

const SUITS: Readonly<Record<string, string>> = {
  c: "clubs",
  d: "diamonds",
  h: "hearts",
  s: "spades",
};

/** "As" is the ace of spades. What is no card is said as it stands. */
function cardName(card: string): string {
  const rank = RANKS[card.charAt(0)];
  const suit = SUITS[card.charAt(1)];
  return rank && suit ? `${rank} of ${suit}` : card;
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

function minutesAndSeconds(count: number): string {
  const minutes = Math.floor(count / 60);
  const rest = count % 60;
  const first = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return rest === 0 ? first : `${first} ${seconds(rest)}`;
}

export const ui = {
  card: {
    name: cardName,
    faceDown: "card face down",
  },
  chip: {
    label: (amount: string) => `${amount} chip`,
    stack: (amount: string) => `bet of ${amount}`,
  },
  dialog: {
    close: "Close",
  },
  toasts: {
    region: "Messages",
    dismiss: (text: string) => `Dismiss: ${text}`,
  },
  notice: {
    info: "Note",
    good: "Done",
    bad: "Problem",
    wait: "Please wait",
  },
  countdown: {
    left: (label: string, count: number) =>
      `${label}: ${count < 60 ? seconds(count) : minutesAndSeconds(count)} left`,
    over: (label: string) => `${label}: time is up`,
    hurry: "Hurry",
    up: "Time is up",
    unit: "s",
  },
  progress: {
    share: (percent: number) => `${percent}%`,
    unknown: "Working",
  },
  toggle: {
    on: "On",
    off: "Off",
  },
} as const;
