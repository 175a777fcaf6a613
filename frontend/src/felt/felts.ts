/** The felt of each game; a game without one of its own gets a plain one, made of its rules. */
import type { TableRules } from "../live/events";
import type { FeltPlan, SeatPlan } from "./plan";
import { plainFelt } from "./plain";
import { PICK_2_POKER } from "./pick_2_poker/plan";
import { ROLL_YOUR_OWN_BLACKJACK } from "./roll_your_own_blackjack/plan";
import { THREE_CARD_POKER } from "./three_card_poker/plan";
import { THREE_WAY_ACTION } from "./three_way_action/plan";

const FELTS: Readonly<Record<string, FeltPlan>> = {
  "pick-2-poker": PICK_2_POKER,
  "roll-your-own-blackjack": ROLL_YOUR_OWN_BLACKJACK,
  "three-card-poker": THREE_CARD_POKER,
  "three-way-action": THREE_WAY_ACTION,
};

export function feltOf(game: string, rules: TableRules): FeltPlan {
  const felt = FELTS[game];
  return felt ? offered(felt, rules) : plainFelt(rules);
}

/** What these rules do not have is not printed; what they have and nobody drew stands beside. */
function offered(felt: FeltPlan, rules: TableRules): FeltPlan {
  const known = new Set(rules.wagers.map((one) => one.spot));
  const kept = (plan: SeatPlan): SeatPlan => ({
    ...plan,
    spots: plan.spots.filter((one) => known.has(one.spot)),
  });
  return {
    ...felt,
    seat: kept(felt.seat),
    ...(felt.narrow ? { narrow: kept(felt.narrow) } : {}),
    ...(felt.small ? { small: kept(felt.small) } : {}),
  };
}
