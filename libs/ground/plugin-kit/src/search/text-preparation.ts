/** What a search plugin stores for one content, computed in advance. */
export interface PreparedText {
  /**
   * The plugin's own data under names of its choice. Bytes with an `ArrayBuffer` of their own move between threads
   * without copying.
   */
  parts: Readonly<Record<string, Uint8Array>>;
  /** True: the index holds less than the whole content, and omitted words do not find the document. */
  isCut: boolean;
}

/**
 * Prepares a content for the index. It runs in a separate thread with limits on time and memory, so it must depend on
 * the content only, and take time and memory in proportion to its length.
 */
export type TextPreparation = (content: string) => PreparedText;

/** Returns the preparation unchanged, as the default export of the module that `SearchDeclaration.prepare` names. */
export function defineTextPreparation(preparation: TextPreparation): TextPreparation {
  return preparation;
}
