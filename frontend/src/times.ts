/** Times as people read them, by the clock of the machine they look at. */

const SAME_DAY = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const ANY_DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const EXACT = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** "14:03:22" of today, else "30 Sept 2025, 14:03". */
export function timeText(ms: number, nowMs = Date.now()): string {
  const isToday = new Date(ms).toDateString() === new Date(nowMs).toDateString();
  return (isToday ? SAME_DAY : ANY_DAY).format(ms);
}

export function dateTimeText(ms: number): string {
  return ANY_DAY.format(ms);
}

/** To the thousandth of a second. */
export function exactText(ms: number): string {
  return EXACT.format(ms);
}

/** "2025-09-30", in local time. */
export function dayText(ms: number): string {
  const date = new Date(ms);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What a field of date and time takes: "2025-09-30T14:03". */
export function fieldText(ms: number): string {
  const date = new Date(ms);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${dayText(ms)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
