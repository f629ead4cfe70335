/** What a search plugin keeps of one content, made beforehand. */
export interface PreparedText {
  /**
   * The plugin's own data, by names of its choice. Bytes with an `ArrayBuffer` to themselves move between threads
   * without being copied.
   */
  parts: Readonly<Record<string, Uint8Array>>;
  /** True: the index holds less than the whole content, and words that are left out do not find the document. */
  isCut: boolean;
}

/**
 * Prepares a content for the index. It runs in a thread of its own with limits on time and memory, so it must depend on
 * the content only, and take time and memory in proportion to its length.
 */
export type TextPreparation = (content: string) => PreparedText;

/** The default export of the module that `SearchDeclaration.prepare` names. */
export function defineTextPreparation(preparation: TextPreparation): TextPreparation {
  return preparation;
}
