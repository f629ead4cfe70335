/** Stub: replaced by the search work. */
export function foldWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
export function indexTerms(words: readonly string[]): string[] {
  return [...new Set(words)];
}
export function sortKey(name: string): string {
  return name.toLowerCase();
}
