/** Words of the charts. */

export const charts = {
  numbers: "The numbers",
  copy: "Copy the numbers",
  copied: "Numbers copied",
  notCopied: "This browser does not let the page copy. Mark the table and copy it.",
  scroll: (title: string) => `${title}. Arrow keys move from cell to cell.`,
  along: (title: string) => `${title}. Arrow keys move along the lines.`,
  empty: "Nothing to draw yet",
  none: "none",
  value: "Value",
  legend: "Colours",
  at: (row: string, column: string) => `${row}, ${column}`,
  corner: (rows: string, columns: string) => `${rows} by ${columns}`,
  range: (low: string, high: string) => `${low} to ${high}`,
} as const;
