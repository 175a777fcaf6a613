/** Hands a file to the browser, to be saved. */
const RELEASE_MS = 60_000;

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: a browser may ask first where it is to go.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}

/** "214 KB", "1.3 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
