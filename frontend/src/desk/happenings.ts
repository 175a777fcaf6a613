/** What happened at a table or in the house, in one sentence each: for logs and lists. */
import type { components } from "../api/schema";
import type { TableEvent } from "../live/events";
import { dollars } from "../model/money";
import { words } from "../words/staff";

export type Happening = TableEvent | components["schemas"]["NotableEvent"];
type NameOf = (user: number | null) => string;

function amount(cents: number | null): string | null {
  return cents === null ? null : dollars(cents);
}

export function happeningText(event: Happening, nameOf: NameOf): string {
  const said = words.desk.happened;
  const roles = words.desk.roles;
  switch (event.event) {
    case "table_created":
      return said.table_created(event.name);
    case "bank_counted":
      return said.bank_counted(event.form, dollars(event.counted_cents));
    case "discrepancy_noted":
      return said.discrepancy_noted(
        dollars(event.expected_cents),
        dollars(event.counted_cents),
        event.nature,
      );
    case "form_signed":
      return said.form_signed(nameOf(event.user), roles[event.role], event.form);
    case "rack_corrected":
      return said.rack_corrected(event.cents);
    case "rack_filled":
      return said.rack_filled(dollars(event.cents));
    case "rack_credited":
      return said.rack_credited(dollars(event.cents));
    case "deck_inspected":
      return said.deck_inspected(event.back, event.finding);
    case "decks_changed":
      return said.decks_changed(event.in_play, event.in_shuffler);
    case "decks_removed":
      return said.decks_removed(event.reason);
    case "position_taken":
      return said.position_taken(event.name, roles[event.role]);
    case "position_left":
      return said.position_left(nameOf(event.user), roles[event.role]);
    case "seat_taken":
      return said.seat_taken(event.name, event.seat, amount(event.credit_cents));
    case "credit_added":
      return said.credit_added(event.seat, dollars(event.cents));
    case "seat_leaving":
      return said.seat_leaving(event.seat);
    case "seat_left":
      return said.seat_left(event.seat, amount(event.cents));
    case "seat_ready":
      return said.seat_ready(event.seat);
    case "tip_given":
      return said.tip_given(event.seat, dollars(event.cents));
    case "tips_collected":
      return said.tips_collected(dollars(event.cents));
    case "clock_started":
      return said.clock_started(event.what, event.seconds);
    case "round_began":
      return said.round_began(event.round);
    case "round_resumed":
      return said.round_resumed(event.round);
    case "round_abandoned":
      return said.round_abandoned(event.round, event.reason);
    case "round_revised":
      return said.round_revised(
        event.round,
        nameOf(event.by),
        nameOf(event.approved_by),
        event.reason,
      );
    case "difference_paid":
      return said.difference_paid(event.seat, event.cents, event.forgone_cents);
    case "approval_asked":
      return said.approval_asked(
        event.approval,
        event.round,
        words.desk.correction[event.what],
        event.reason,
      );
    case "approval_given":
      return said.approval_given(event.approval, event.is_granted);
    case "large_win":
      return said.large_win(event.seat, event.round, dollars(event.cents));
    case "connection_lost":
      return said.connection_lost(event.seat);
    case "connection_restored":
      return said.connection_restored(event.seat);
    case "terminal_door":
      return said.terminal_door(event.seat, event.is_open);
    case "dealer_late":
      return said.dealer_late(event.seconds);
    case "house_started":
      return said.house_started(event.version);
    case "log_in_failed":
      return said.log_in_failed(nameOf(event.user), event.address);
    case "locked_out":
      return said.locked_out(nameOf(event.user), event.seconds);
    case "roles_set":
      return said.roles_set(nameOf(event.user), event.roles.map((one) => roles[one]).join(", "));
    case "password_set":
      return said.password_set(nameOf(event.user));
    case "user_disabled":
      return said.user_disabled(nameOf(event.user), event.is_disabled);
    case "voucher_taken_back":
      return said.voucher_taken_back(dollars(event.cents), nameOf(event.user));
    case "day_closed":
      return said.day_closed(event.day);
    case "access_refused":
      return said.access_refused(nameOf(event.user), event.what);
    case "device_failed":
      return said.device_failed(event.device, event.kind);
    case "irregularity_reported":
      return said.irregularity_reported(
        words.desk.report.kinds[event.kind] ?? event.kind,
        event.detail,
      );
    case "supervisor_ruled":
      return said.supervisor_ruled(event.remedy, event.reason);
    case "wager_added":
      return said.wager_added(event.seat, event.spot, dollars(event.cents));
    case "round_voided":
      return said.round_voided(event.reason);
    default: {
      const plain = (said as Readonly<Record<string, unknown>>)[event.event];
      return typeof plain === "string" ? plain : said.other(event.event);
    }
  }
}

/** Everybody whom an event names by number. */
export function usersIn(event: Happening): (number | null)[] {
  const found: (number | null)[] = [];
  for (const name of ["user", "by", "approved_by"] as const)
    if (name in event)
      found.push((event as unknown as Record<string, number | null>)[name] ?? null);
  return found;
}
